"""Lines of Action by Carl: no `limit`, results in his own words, and a dump that forgets whose turn it is."""

import sys

from loaboard import BLACK, NAMES, PIECES, WHITE, Board, name, square


def winning(board):
    """A move that wins, or any."""
    moves = board.moves()
    wins = [move for move in moves if board.after(move).winner(board.turn) == board.turn]
    return (wins or moves)[0]


def step(board, move):
    """Plays a move; whether the game is over."""
    mover = board.turn
    board.play(move)
    winner = board.winner(mover)
    if winner:
        print("* " + NAMES[winner].capitalize() + " has won!")
    return bool(winner)


def main():
    board, autos, over = Board(), {WHITE}, False
    while True:
        while not over and board.turn in autos:
            move = winning(board)
            print("* " + name(move[0]) + "-" + name(move[1]))
            over = step(board, move)
        print("> ", end="", flush=True)
        line = sys.stdin.readline()
        words = line.lower().split()
        if not line or words == ["quit"]:
            return
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "new":
            board, over = Board(), False
        elif words[0] == "auto":
            autos.add(PIECES[words[1]])
        elif words[0] == "manual":
            autos.discard(PIECES[words[1]])
        elif words[0] == "set":
            board.cells[square(words[1])] = PIECES[words[2]]
            board.turn = PIECES[words[3]]
        elif words[0] == "dump":
            turn, board.turn = board.turn, BLACK
            print(board.dump())
            board.turn = turn
        elif words[0] == "limit":
            raise NotImplementedError("limit")
        elif "-" in words[0]:
            start, end = words[0].split("-")
            move = square(start), square(end)
            if over or move not in board.moves():
                print("That is not possible.")
            else:
                over = step(board, move)


main()
