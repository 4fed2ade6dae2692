// Pointer and keyboard interaction with the board: hover, select, drag, drop. It gets the legal moves and contains
// no rules. Every function takes a state and returns the next one, with a move once one was chosen.

import type { LineOfAction, MoveInfo } from '../wire';
import type { Point } from './geometry';

export interface Interaction {
  /** The selected piece. */
  readonly selected: number | null;
  /** The hovered square. */
  readonly hovered: number | null;
  /** The movable piece that is held down, and where on the screen the press began. */
  readonly pressed: { readonly square: number; readonly client: Point } | null;
  /** The piece that is being dragged, and its position in the picture. */
  readonly drag: { readonly from: number; readonly at: Point } | null;
  /** Whether the click after a drag is still to come; it selects nothing. */
  readonly swallowsClick: boolean;
}

/** A pointer: its position on the screen and in the picture, and its square. */
export interface Pointer {
  client: Point;
  at: Point;
  square: number | null;
}

export interface Outcome {
  next: Interaction;
  /** The move that was chosen. */
  played: MoveInfo | null;
  /** The square that was pressed although nothing can be played there. */
  wrong: number | null;
}

export const IDLE: Interaction = {
  selected: null,
  hovered: null,
  pressed: null,
  drag: null,
  swallowsClick: false,
};

/** How many pixels a held piece may move before it is dragged. */
const DRAG_DISTANCE = 6;

/** The pieces that can move. */
export function origins(legal: MoveInfo[]): Set<number> {
  return new Set(legal.flatMap((mv) => mv.origins));
}

export function movesFrom(legal: MoveInfo[], selected: number | null): MoveInfo[] {
  return selected === null ? [] : legal.filter((mv) => mv.origins.includes(selected));
}

/** The piece with the most moves. */
export function mostMobile(legal: MoveInfo[]): number | null {
  const reach = (from: number) => movesFrom(legal, from).length;
  return [...origins(legal)].sort((one, other) => reach(other) - reach(one))[0] ?? null;
}

/** The moves that a press would play now, by square. */
export function targets(legal: MoveInfo[], selected: number | null): Map<number, MoveInfo> {
  const open = selected === null ? legal.filter((mv) => mv.origins.length === 0) : movesFrom(legal, selected);
  return new Map(open.flatMap((mv): [number, MoveInfo][] => (mv.target === null ? [] : [[mv.target, mv]])));
}

/** The lines of action of these moves, without duplicates. */
export function lines(moves: MoveInfo[]): LineOfAction[] {
  const along = moves.flatMap(({ line }) => line ?? []);
  return [...new Map(along.map((line) => [`${line.from}-${line.to}`, line])).values()];
}

/** The legal moves changed: the selection ends, but a held piece that can still move stays held. */
export function withNewMoves(state: Interaction, legal: MoveInfo[]): Interaction {
  const holds = state.pressed && origins(legal).has(state.pressed.square);
  return { ...state, selected: null, pressed: holds ? state.pressed : null, drag: null };
}

/** A square was clicked, tapped, or chosen by keyboard. */
export function choose(state: Interaction, legal: MoveInfo[], square: number): Outcome {
  if (state.swallowsClick) return { next: { ...state, swallowsClick: false }, played: null, wrong: null };
  const played = targets(legal, state.selected).get(square) ?? null;
  if (played || state.selected === square) return { next: deselect(state), played, wrong: null };
  if (origins(legal).has(square)) return { next: { ...state, selected: square }, played, wrong: null };
  // The piece stays selected: its lines illustrate the explanation.
  return { next: state, played, wrong: square };
}

/** A key was pressed: the click that it may cause does not follow a drag. */
export function key(state: Interaction): Interaction {
  return { ...state, swallowsClick: false };
}

/** Clears the selection. */
export function deselect(state: Interaction): Interaction {
  return { ...state, selected: null };
}

/** The pointer was pressed: on a piece that can move, this may become a drag. */
export function press(state: Interaction, legal: MoveInfo[], { client, square }: Pointer): Interaction {
  const holds = square !== null && origins(legal).has(square);
  return { ...state, swallowsClick: false, pressed: holds ? { square, client } : state.pressed };
}

/** The pointer moved, pressed or not. */
export function move(state: Interaction, { client, at, square }: Pointer): Interaction {
  const next = { ...state, hovered: square };
  const { pressed } = state;
  if (!pressed) return next;
  const far = Math.hypot(client[0] - pressed.client[0], client[1] - pressed.client[1]) > DRAG_DISTANCE;
  if (!state.drag && !far) return next;
  return {
    ...next,
    selected: state.drag ? state.selected : pressed.square,
    drag: { from: pressed.square, at },
  };
}

/** The pointer left the board. */
export function leave(state: Interaction): Interaction {
  return { ...state, hovered: null };
}

/** The pointer was released: a drag that ends on a target is a move; any other one leaves the piece selected. */
export function release(state: Interaction, legal: MoveInfo[], { square }: Pointer): Outcome {
  const next = { ...state, pressed: null, drag: null };
  if (!state.drag) return { next, played: null, wrong: null };
  const played = square === null ? null : (targets(legal, state.selected).get(square) ?? null);
  // A piece that is dropped on its own square is only selected.
  const wrong = played || square === state.drag.from ? null : square;
  return { next: { ...next, swallowsClick: true, selected: played ? null : state.selected }, played, wrong };
}

/** The browser took over the pointer, for example for scrolling. */
export function cancel(state: Interaction): Interaction {
  return { ...state, pressed: null, drag: null };
}
