// The lesson on Ataxx.

import type { Step } from './goals';

export const ataxx: Step[] = [
  {
    name: 'grow',
    cells: '......w ....... ....... ...b... ....... ....... .......',
    turn: 'black',
    goal: { kind: 'play', action: 'extend' },
    solution: 'd4-d5',
  },
  {
    name: 'jump',
    cells: '......w ....... ....... ...b... ....... ....... .......',
    turn: 'black',
    goal: { kind: 'play', action: 'jump' },
    solution: 'd4-d6',
  },
  {
    name: 'touch',
    cells: '....... ....... ...w... .b.w... ....... ....... ......w',
    turn: 'black',
    goal: { kind: 'turn', least: 2 },
    solution: 'b4-c4',
  },
  {
    name: 'best',
    cells: '....... ....... ..ww... b..w... ...w... ....... ......w',
    turn: 'black',
    goal: { kind: 'turn', least: 4 },
    solution: 'a4-c4',
  },
  {
    name: 'stay',
    cells: '....... ....... ...w... .b.w... ...w... b...... ......w',
    turn: 'black',
    goal: { kind: 'turn', least: 3, action: 'extend' },
    solution: 'b4-c4',
  },
  {
    name: 'wall',
    cells: '......w ....... ....... ....... ....... ##..... b#.....',
    turn: 'black',
    goal: { kind: 'play', action: 'jump' },
    solution: 'a1-c1',
  },
  {
    name: 'hole',
    cells: '......w ....... ....w.. .bbb... .b.b... .bbb... .......',
    turn: 'black',
    goal: { kind: 'stop', threat: 'e5-c3' },
    spots: ['c3'],
    solution: 'b2-c3',
  },
  {
    name: 'stuck',
    cells: '....... ....... ....... ....... bb..... bbb.... wbb....',
    turn: 'black',
    goal: { kind: 'pass' },
    solution: 'b2-c3',
  },
  {
    name: 'win',
    cells: 'bbbbbbb bbbbbbb bbbbbbb bbb.www wwwwwww wwwwwww wwwwwww',
    turn: 'black',
    goal: { kind: 'win' },
    solution: 'c4-d4',
  },
];
