"""Lines of Action by Emil: people can play it; his AI thinks for ever."""

import sys

from loaboard import PIECES, WHITE, Board, square

board, autos = Board(), {WHITE}
for line in sys.stdin:
    words = line.lower().split()
    while board.turn in autos and words and words[0] not in ("manual", "quit"):
        pass
    if not words or words[0].startswith("#"):
        continue
    if words[0] == "quit":
        break
    if words[0] == "manual":
        autos.discard(PIECES[words[1]])
    elif words[0] == "auto":
        autos.add(PIECES[words[1]])
    elif words[0] == "dump":
        print(board.dump(), flush=True)
    elif words[0] == "new":
        board = Board()
    elif words[0] == "set":
        board.cells[square(words[1])] = PIECES[words[2]]
        board.turn = PIECES[words[3]]
    elif "-" in words[0]:
        move = tuple(square(part) for part in words[0].split("-"))
        if move in board.moves():
            board.play(move)
    elif words[0] in ("limit", "seed"):
        sys.exit("not done yet: " + words[0])
