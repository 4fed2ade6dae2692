// The lesson on Othello.

import type { Step } from './goals';

export const othello: Step[] = [
  {
    name: 'place',
    cells: '........ ........ ........ ...wb... ...bw... ........ ........ ........',
    turn: 'black',
    goal: { kind: 'play' },
    solution: 'd3',
  },
  {
    name: 'line',
    cells: '........ ........ ........ .bwww... ........ .bw..... ........ ........',
    turn: 'black',
    goal: { kind: 'turn', least: 3 },
    solution: 'f4',
  },
  {
    name: 'lines',
    cells: '........ ........ .....wb. ...ww... ..bwb... ...b.... ........ ........',
    turn: 'black',
    goal: { kind: 'turn', least: 3 },
    solution: 'e3',
  },
  {
    name: 'only',
    cells: '........ ...w.... ..w..... ........ .w...... .....w.. ......w. .......b',
    turn: 'black',
    goal: { kind: 'play' },
    solution: 'e5',
  },
  {
    name: 'pass',
    cells: '.bww.... ........ ........ ........ ........ ........ ........ ......wb',
    turn: 'black',
    goal: { kind: 'pass' },
    solution: 'e1',
  },
  {
    name: 'corner',
    cells: '.wwb.... ........ ........ ..bww... ...wb... ........ ........ ........',
    turn: 'black',
    goal: { kind: 'land', on: ['a1'] },
    solution: 'a1',
  },
  {
    name: 'xsquare',
    cells: '........ ........ ..w..... ...bw... ....b... .....w.. ......w. .......w',
    turn: 'black',
    goal: { kind: 'stop', threat: 'a1' },
    spots: ['a1'],
    solution: 'f4',
  },
  {
    name: 'mobility',
    cells: '........ ..w..b.. ...wb... ...bww.. ...bbw.. ....bbw. .......w ........',
    turn: 'black',
    goal: { kind: 'replies', most: 3 },
    solution: 'f3',
  },
  {
    name: 'win',
    cells: 'wbbbbbbb wwwbbbbb wbwwbbwb wbwwbbwb wwbbwbbb wbwbwwbb wwwwbbw. wwwwwwww',
    turn: 'black',
    goal: { kind: 'win' },
    solution: 'h7',
  },
];
