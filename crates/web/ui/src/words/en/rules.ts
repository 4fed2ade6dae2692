// English: the rules of the games.

import type { Rules } from '../later';

export const rules: Rules = {
  othello: {
    aim: 'Have more discs of your colour than the other side when nobody can move any more.',
    captions: [
      'From the start. Black moves first; every move encloses discs of the other side and turns them.',
      'One black disc encloses white discs in three lines; all of them turn.',
    ],
    rules: [
      'Place a disc on an empty square so that at least one straight, unbroken run of the other side’s discs lies between it and another disc of yours. Lines go in all eight directions.',
      'Every run enclosed this way turns to your colour, in all directions at once. You must turn at least one disc.',
      'If you have no such move, Parlor passes for you. You may never pass while you have a move.',
      'The game ends when neither side can move. The side with more discs wins; equal counts are a tie.',
    ],
    controls: [
      'Press a marked square to place a disc. Point at it first to see what would turn.',
      'Type a move as column and row: d3, f5.',
    ],
  },
  ataxx: {
    aim: 'Own more squares than the other side when the board is full or nobody can move.',
    captions: [
      'From the start. Red (with the diamond) moves first and grows; then blue jumps.',
      'Red grows beside blue pieces and turns them; blue grows back.',
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
      'Type a move with both squares: a7-b6. A single - skips the turn.',
    ],
  },
  loa: {
    aim: 'Bring all your pieces together into one connected group.',
    captions: [
      'From the start. Every move goes as many squares as there are pieces on its line.',
      'Black’s last piece joins the others, diagonals included: black wins.',
    ],
    rules: [
      'A piece moves in a straight line, in any of eight directions, exactly as many squares as there are pieces of either colour on that whole line.',
      'It may pass over its own pieces, never over enemy pieces.',
      'It may land on an enemy piece and captures it; it may not land on its own.',
      'You win when all your pieces are connected, sideways or diagonally. A single piece is connected.',
      'If your move connects both sides, you win (or it is drawn, by the other rule set). If it connects only the other side, they win.',
      'Parlor passes for a side without a move. When the move limit is reached, the game is a tie.',
    ],
    controls: [
      'Press or drag one of your pieces: its lines of action appear with the number of pieces on each. Then press a destination; a ring marks a capture.',
      'Type a move with both squares: b1-b3.',
    ],
  },
};
