// What the keys do in a game, as it is told to people.

export const keys: [string, string][] = [
  ['B', 'go to the board'],
  ['Arrow keys', 'move between squares; elsewhere, step through the game'],
  ['Enter', 'choose a piece, then a square'],
  ['Esc', 'let go of the chosen piece, or call a resignation off'],
  ['/', 'type a move'],
  ['U', 'undo, or ask for a takeback'],
  ['R', 'redo'],
  ['H', 'hint'],
  ['P', 'skip the turn when there is no move'],
  ['A', 'analysis on and off'],
  ['F', 'turn the board'],
  ['N', 'new game'],
  ['?', 'these keys'],
];
