"""The board of Lines of Action, given to every student. Squares are (column, row) from (0, 0), which is a1."""

EMPTY, BLACK, WHITE = "-", "b", "w"
NAMES = {BLACK: "black", WHITE: "white"}
PIECES = {"black": BLACK, "white": WHITE, "-": EMPTY}
DIRECTIONS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


def other(side):
    return WHITE if side == BLACK else BLACK


def square(text):
    """The square that a text such as c3 names, or None."""
    if len(text) == 2 and text[0] in "abcdefgh" and text[1] in "12345678":
        return "abcdefgh".index(text[0]), int(text[1]) - 1
    return None


def name(place):
    return "abcdefgh"[place[0]] + str(place[1] + 1)


class Board:
    def __init__(self):
        self.cells = {(c, r): EMPTY for c in range(8) for r in range(8)}
        for i in range(1, 7):
            self.cells[i, 0] = self.cells[i, 7] = BLACK
            self.cells[0, i] = self.cells[7, i] = WHITE
        self.turn = BLACK

    def pieces(self, side):
        return [place for place, piece in self.cells.items() if piece == side]

    def count_line(self, place, direction):
        """How many pieces stand on the line through a square."""
        count = 1
        for sign in (1, -1):
            c, r = place
            while True:
                c, r = c + sign * direction[0], r + sign * direction[1]
                if (c, r) not in self.cells:
                    break
                count += self.cells[c, r] != EMPTY
        return count

    def target(self, place, direction):
        """Where the piece on a square gets in a direction, or None."""
        side = self.cells[place]
        steps = self.count_line(place, direction)
        for step in range(1, steps + 1):
            there = place[0] + step * direction[0], place[1] + step * direction[1]
            piece = self.cells.get(there)
            if piece is None or (step < steps and piece == other(side)) or (step == steps and piece == side):
                return None
        return there

    def moves(self):
        found = []
        for place in self.pieces(self.turn):
            for direction in DIRECTIONS:
                there = self.target(place, direction)
                if there is not None:
                    found.append((place, there))
        return found

    def play(self, move):
        self.cells[move[1]] = self.cells[move[0]]
        self.cells[move[0]] = EMPTY
        self.turn = other(self.turn)

    def after(self, move):
        board = Board.__new__(Board)
        board.cells, board.turn = dict(self.cells), self.turn
        board.play(move)
        return board

    def is_connected(self, side):
        pieces = set(self.pieces(side))
        if not pieces:
            return False
        todo = [pieces.pop()]
        while todo:
            c, r = todo.pop()
            for dc, dr in DIRECTIONS:
                if (c + dc, r + dr) in pieces:
                    pieces.remove((c + dc, r + dr))
                    todo.append((c + dc, r + dr))
        return not pieces

    def winner(self, mover):
        """Who has won after a move of this side, or None."""
        for side in (mover, other(mover)):
            if self.is_connected(side):
                return side
        return None

    def dump(self):
        rows = ["    " + " ".join(self.cells[c, r] for c in range(8)) for r in range(7, -1, -1)]
        return "\n".join(["===", *rows, "Next move: " + NAMES[self.turn], "==="])
