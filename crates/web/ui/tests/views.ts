// Views of a game for the tests, with as many moves as wanted.

import type { Frame, GameView, MoveInfo, Ply, SeatView } from '../src/wire';

export function mv(text: string, change: Partial<MoveInfo> = {}): MoveInfo {
  return { text, action: 'place', origins: [], target: null, turned: [], line: null, ...change };
}

const frame: Frame = { cells: '....', counts: [0, 0], turn: 'black', position: '' };
const seat: SeatView = {
  name: { code: 'named', name: 'Ann' },
  level: null,
  yours: false,
  free: false,
  present: true,
  invitation: null,
};

export function ply(text: string): Ply {
  return { mv: mv(text), after: frame };
}

/** A message about a game: these moves from the move numbered `from` on. */
export function view(from: number, moves: string[], change: Partial<GameView> = {}): GameView {
  return {
    id: 'abc',
    version: 1,
    game: 'othello',
    shape: { rows: 2, columns: 2, column_names: ['a', 'b'], row_names: ['1', '2'] },
    start: frame,
    from,
    plies: moves.map(ply),
    legal: [],
    status: { code: 'to_move', side: 'black' },
    result: null,
    seats: [seat, seat],
    clock: null,
    proposal: null,
    thinking: false,
    may: {
      undo: false,
      redo: false,
      takeback: false,
      resign: false,
      rematch: false,
      switch: false,
      hint: false,
      analyse: false,
      play_from: false,
      edit: false,
      study: false,
    },
    spectators: 0,
    next: null,
    room: null,
    setup: {
      game: 'othello',
      agreements: [],
      position: null,
      players: [{ kind: 'me' }, { kind: 'me' }],
      clock: null,
      room: null,
    },
    unsaved: null,
    ...change,
  };
}
