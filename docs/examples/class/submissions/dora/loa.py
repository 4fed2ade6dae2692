"""Lines of Action by Dora: whatever she did not think of ends the program."""

import sys

from loaboard import PIECES, WHITE, Board, name, square

board, autos = Board(), {WHITE}
while True:
    while board.turn in autos:
        move = board.moves()[-1]
        board.play(move)
        print("* %s-%s" % (name(move[0]), name(move[1])), flush=True)
    print("> ", end="", flush=True)
    words = sys.stdin.readline().split()
    if words[0] == "quit":
        break
    if words[0] == "manual":
        autos.discard(PIECES[words[1]])
    elif words[0] == "auto":
        autos.add(PIECES[words[1]])
    elif words[0] == "dump":
        print(board.dump())
    elif words[0] == "new":
        board = Board()
    else:
        start, end = words[0].split("-")
        assert (square(start), square(end)) in board.moves()
        board.play((square(start), square(end)))
