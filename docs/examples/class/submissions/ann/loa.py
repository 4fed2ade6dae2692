"""Lines of Action by Ann: everything the assignment asks for, and an AI that sees one move ahead."""

import random
import sys

from loaboard import BLACK, NAMES, PIECES, WHITE, Board, name, other, square


class Game:
    def __init__(self):
        self.board, self.over, self.made, self.limit = Board(), False, {BLACK: 0, WHITE: 0}, 60

    def play(self, move):
        mover = self.board.turn
        self.made[mover] += 1
        self.board.play(move)
        winner = self.board.winner(mover)
        if winner:
            print("* " + NAMES[winner].capitalize() + " wins.")
        elif sum(self.made.values()) >= self.limit:
            print("* Tie game.")
        else:
            return
        self.over = True


def choose(board):
    """A winning move if there is one, or one that does not let the other side win at once."""
    moves = sorted(board.moves())
    for move in moves:
        if board.after(move).winner(board.turn) == board.turn:
            return move
    random.shuffle(moves)

    def is_safe(move):
        after = board.after(move)
        return not any(after.after(reply).winner(after.turn) == after.turn for reply in after.moves())

    return next((move for move in moves[:12] if is_safe(move)), moves[0])


def obey(line, game, autos):
    words = line.lower().split()
    if words[0] == "new":
        return Game()
    if words[0] in ("auto", "manual") and words[1] in NAMES.values():
        (autos.add if words[0] == "auto" else autos.discard)(PIECES[words[1]])
    elif words[0] == "set" and square(words[1]):
        game.board.cells[square(words[1])] = PIECES[words[2]]
        game.board.turn = PIECES[words[3]]
    elif words[0] == "dump":
        print(game.board.dump())
    elif words[0] == "seed":
        random.seed(int(words[1]))
    elif words[0] == "limit" and int(words[1]) > max(game.made.values()):
        game.limit = 2 * int(words[1])
    elif words[0] == "help":
        print("new, auto, manual, set, dump, seed, limit, quit, and moves such as b1-b3")
    else:
        start, _, end = words[0].partition("-")
        move = square(start), square(end)
        if game.over or move not in game.board.moves():
            raise ValueError(line)
        game.play(move)
    return game


def main():
    game, autos = Game(), {WHITE}
    while True:
        while not game.over and game.board.turn in autos:
            if not game.board.moves():
                game.board.turn = other(game.board.turn)
                continue
            move = choose(game.board)
            print("* " + name(move[0]) + "-" + name(move[1]))
            game.play(move)
            sys.stdout.flush()
        print("-> " if game.over else NAMES[game.board.turn] + "> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line or line.strip() == "quit":
            return
        if not line.strip() or line.strip().startswith("#"):
            continue
        try:
            game = obey(line, game, autos)
        except (ValueError, KeyError, IndexError):
            print("error: " + line.strip(), file=sys.stderr)


main()
