// The rules in words, for people. Nothing here is computed with.

interface Figure {
  rows: number;
  columns: number;
  cells: string;
  marks: number[];
  caption: string;
}
interface Rules {
  aim: string;
  figures: Figure[];
  rules: string[];
  controls: string[];
}

/** Squares of a board with these pieces on it. */
function squares(count: number, black: number[], white: number[]): string {
  return Array.from({ length: count }, (_, i) =>
    black.includes(i) ? 'b' : white.includes(i) ? 'w' : '.',
  ).join('');
}

export const rulesOf: Record<string, Rules> = {
  othello: {
    aim: 'Have more discs of your colour than the other side when nobody can move any more.',
    figures: [
      {
        rows: 8,
        columns: 8,
        cells: '...........................wb......bw...........................',
        marks: [19, 26, 37, 44],
        caption: 'The start. Black moves first and may play any of the four marked squares.',
      },
      {
        rows: 8,
        columns: 8,
        cells: squares(64, [22, 34, 36, 43], [21, 27, 28, 35]),
        marks: [20],
        caption: 'A black disc on the marked square outflanks white discs in three lines; all of them turn.',
      },
    ],
    rules: [
      'Place a disc on an empty square so that at least one straight, unbroken run of the other side’s discs lies between it and another disc of yours. Lines go in all eight directions.',
      'Every run outflanked that way turns to your colour, in all directions at once. You must turn at least one disc.',
      'If you have no such move, your turn passes by itself. You may never pass while you have a move.',
      'The game ends when neither side can move. The side with more discs wins; equal counts are a tie.',
    ],
    controls: [
      'Press a marked square to place a disc. Pointing at it first shows what would turn.',
      'Moves are typed as column and row: d3, f5.',
    ],
  },
  ataxx: {
    aim: 'Own more squares than the other side when the board is full or nobody can move.',
    figures: [
      {
        rows: 7,
        columns: 7,
        cells: squares(49, [0, 48], [6, 42]),
        marks: [],
        caption: 'The start. Red (with the diamond) moves first.',
      },
      {
        rows: 7,
        columns: 7,
        cells: squares(49, [30], [17, 18, 10]),
        marks: [16, 23],
        caption:
          'Red can grow to the nearer marked square or jump to the farther one; blue pieces beside it turn red.',
      },
    ],
    rules: [
      'Extend: put a new piece on an empty square next to one of yours, in any of eight directions. The old piece stays.',
      'Jump: move a piece to an empty square exactly two rows or columns away, over anything. The old square becomes empty.',
      'Either way, every enemy piece next to the new square changes to your colour.',
      'Blocks are squares nobody can use.',
      'You skip your turn only if you have pieces but no move.',
      'The game ends when neither side can move, when a side has no pieces left, or after 45 jumps in a row without an extension. More pieces win; equal counts are a draw.',
    ],
    controls: [
      'Press or drag one of your pieces, then a destination: a filled dot extends, a ring jumps.',
      'Moves are typed with both squares: a7-b6. A single - skips the turn.',
    ],
  },
  loa: {
    aim: 'Bring all your pieces together into one connected group.',
    figures: [
      {
        rows: 8,
        columns: 8,
        cells: '.bbbbbb.w......ww......ww......ww......ww......ww......w.bbbbbb.',
        marks: [],
        caption: 'The start. Black moves first.',
      },
      {
        rows: 8,
        columns: 8,
        cells: '..........b.......bb....w..wb.......bw.........w................',
        marks: [],
        caption: 'Black’s pieces touch each other, diagonals included: black has won.',
      },
    ],
    rules: [
      'A piece moves in a straight line, in any of eight directions, exactly as many squares as there are pieces of either colour on that whole line.',
      'It may pass over its own pieces, never over enemy pieces.',
      'It may land on an enemy piece and captures it; it may not land on its own.',
      'You win when all your pieces are connected, sideways or diagonally. A single piece is connected.',
      'If your move connects both sides, you win (or it is drawn, by the other rule set). If it connects only the other side, they win.',
      'A side without a move passes by itself. When the limit on moves is reached, the game is a tie.',
    ],
    controls: [
      'Press or drag one of your pieces: its lines of action appear with the number of pieces on each. Then press a destination; a ring marks a capture.',
      'Moves are typed with both squares: b1-b3.',
    ],
  },
};
