// The animated boards of the help, by game: a position and moves. The server applies the rules.

import type { Position } from '../lib/tries';

export interface Figure extends Position {
  moves: string[];
}

const OTHELLO_START = '........ ........ ........ ...wb... ...bw... ........ ........ ........';
const ATAXX_START = 'b.....w ....... ....... ....... ....... ....... w.....b';
const LOA_START = '.bbbbbb. w......w w......w w......w w......w w......w w......w .bbbbbb.';

export const figures: Record<string, Figure[]> = {
  othello: [
    { cells: OTHELLO_START, turn: 'black', moves: ['d3', 'c5', 'f6'] },
    {
      cells: '........ ........ .....wb. ...ww... ..bwb... ...b.... ........ ........',
      turn: 'black',
      moves: ['e3'],
    },
  ],
  ataxx: [
    { cells: ATAXX_START, turn: 'black', moves: ['a7-b6', 'g7-e6'] },
    {
      cells: '....... ...w... ...ww.. ....... ..b.... ....... b......',
      turn: 'black',
      moves: ['c3-c4', 'e5-d4'],
    },
  ],
  loa: [
    { cells: LOA_START, turn: 'black', moves: ['b1-b3', 'a2-c2', 'd8-d6'] },
    {
      cells: 'w....... ..b..... ..bb.... ...b..b. ........ ........ .w....w. ........',
      turn: 'black',
      moves: ['g5-e5'],
    },
  ],
};
