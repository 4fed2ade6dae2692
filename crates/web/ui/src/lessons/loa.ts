// The lesson on Lines of Action.

import type { Step } from './goals';

export const loa: Step[] = [
  {
    name: 'count',
    cells: 'w....... ...b...w ........ ........ ...b.... ........ .......b ........',
    turn: 'black',
    goal: { kind: 'land', on: ['d2', 'd6'] },
    spots: ['d4'],
    solution: 'd4-d2',
  },
  {
    name: 'three',
    cells: '..b..... ........ ........ ........ .b....bw ........ ........ w.......',
    turn: 'black',
    goal: { kind: 'land', on: ['e4'] },
    spots: ['b4'],
    solution: 'b4-e4',
  },
  {
    name: 'over',
    cells: 'w....... ......b. ........ ........ ........ .bb..... ........ .......w',
    turn: 'black',
    goal: { kind: 'land', on: ['d3'] },
    spots: ['b3'],
    solution: 'b3-d3',
  },
  {
    name: 'wall',
    cells: 'w....... ......b. ........ ........ ...bw... ........ ........ .......w',
    turn: 'black',
    goal: { kind: 'land', on: ['b4'] },
    spots: ['d4'],
    solution: 'd4-b4',
  },
  {
    name: 'capture',
    cells: '.....w.. w....... ........ ....w... ........ ..b..... .......b ........',
    turn: 'black',
    goal: { kind: 'play', action: 'capture' },
    solution: 'c3-e5',
  },
  {
    name: 'connect',
    cells: 'w....... ..b..... ..bb.... ...b..b. ........ ........ .w....w. ........',
    turn: 'black',
    goal: { kind: 'win' },
    solution: 'g5-e5',
  },
  {
    name: 'diagonal',
    cells: 'w....... ........ ...b.... .......w ........ ..b..... .b...... ...w....',
    turn: 'black',
    goal: { kind: 'win' },
    solution: 'd6-d4',
  },
  {
    name: 'trap',
    cells: '........ .w.b.... ........ ....ww.. ....w... ........ ........ .......b',
    turn: 'black',
    goal: { kind: 'goOn' },
    spots: ['b7'],
    solution: 'd7-d6',
  },
  {
    name: 'block',
    cells: 'b....... ......b. ........ ..w..w.. ..w..... ........ ......b. ........',
    turn: 'black',
    goal: { kind: 'stop', threat: 'f5-d5' },
    spots: ['d5'],
    solution: 'g7-g5',
  },
  {
    name: 'start',
    cells: '.bbbbbb. w......w w......w w......w w......w w......w w......w .bbbbbb.',
    turn: 'black',
    goal: { kind: 'land', on: ['c3', 'd3', 'e3', 'f3', 'c6', 'd6', 'e6', 'f6'] },
    solution: 'd1-d3',
  },
];
