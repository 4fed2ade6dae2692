// What a hand does on the board: point, choose, drag, let go. It is given the legal moves and has no rules inside; every
// function takes a state and returns the next one, and a move as soon as one was chosen.

import type { LineOfAction, MoveInfo } from '../wire';
import type { Point } from './geometry';

export interface Interaction {
  /** The piece that was chosen to move. */
  readonly selected: number | null;
  /** The square that is pointed at. */
  readonly hovered: number | null;
  /** The movable piece that is held down, and where on the screen that began. */
  readonly pressed: { readonly square: number; readonly client: Point } | null;
  /** The piece that is being dragged, and where in the picture it is. */
  readonly drag: { readonly from: number; readonly at: Point } | null;
  /** Whether the click that follows a drag is still to come; it chooses nothing. */
  readonly swallowsClick: boolean;
}

/** A pointer: where it is on the screen and in the picture, and in which square. */
export interface Pointer {
  client: Point;
  at: Point;
  square: number | null;
}

export interface Outcome {
  next: Interaction;
  /** The move that was chosen. */
  played: MoveInfo | null;
  /** The square where nothing could be played, when that was wanted. */
  wrong: number | null;
}

export const IDLE: Interaction = {
  selected: null,
  hovered: null,
  pressed: null,
  drag: null,
  swallowsClick: false,
};

/** How many pixels a held piece may tremble before it is dragged. */
const DRAG_DISTANCE = 6;

/** The pieces that can move. */
export function origins(legal: MoveInfo[]): Set<number> {
  return new Set(legal.flatMap((mv) => mv.origins));
}

export function movesFrom(legal: MoveInfo[], selected: number | null): MoveInfo[] {
  return selected === null ? [] : legal.filter((mv) => mv.origins.includes(selected));
}

/** The piece that has most moves to choose from. */
export function mostMobile(legal: MoveInfo[]): number | null {
  const reach = (from: number) => movesFrom(legal, from).length;
  return [...origins(legal)].sort((one, other) => reach(other) - reach(one))[0] ?? null;
}

/** The moves that a press on a square would play now, by square. */
export function targets(legal: MoveInfo[], selected: number | null): Map<number, MoveInfo> {
  const open = selected === null ? legal.filter((mv) => mv.origins.length === 0) : movesFrom(legal, selected);
  return new Map(open.flatMap((mv): [number, MoveInfo][] => (mv.target === null ? [] : [[mv.target, mv]])));
}

/** The lines of action of these moves, each once. */
export function lines(moves: MoveInfo[]): LineOfAction[] {
  const along = moves.flatMap(({ line }) => line ?? []);
  return [...new Map(along.map((line) => [`${line.from}-${line.to}`, line])).values()];
}

/** The legal moves changed: no choice outlives the moves it was made for; a held piece that can still move is held. */
export function withNewMoves(state: Interaction, legal: MoveInfo[]): Interaction {
  const holds = state.pressed && origins(legal).has(state.pressed.square);
  return { ...state, selected: null, pressed: holds ? state.pressed : null, drag: null };
}

/** A square was clicked, tapped, or chosen by key. */
export function choose(state: Interaction, legal: MoveInfo[], square: number): Outcome {
  if (state.swallowsClick) return { next: { ...state, swallowsClick: false }, played: null, wrong: null };
  const played = targets(legal, state.selected).get(square) ?? null;
  if (played || state.selected === square) return { next: deselect(state), played, wrong: null };
  if (origins(legal).has(square)) return { next: { ...state, selected: square }, played, wrong: null };
  // The piece stays chosen: its lines show what the words say.
  return { next: state, played, wrong: square };
}

/** A key was pressed: the click that it may cause follows no drag. */
export function key(state: Interaction): Interaction {
  return { ...state, swallowsClick: false };
}

/** Lets go of the chosen piece. */
export function deselect(state: Interaction): Interaction {
  return { ...state, selected: null };
}

/** The pointer went down: on a piece that can move, this may become a drag. */
export function press(state: Interaction, legal: MoveInfo[], { client, square }: Pointer): Interaction {
  const holds = square !== null && origins(legal).has(square);
  return { ...state, swallowsClick: false, pressed: holds ? { square, client } : state.pressed };
}

/** The pointer moved, held down or not. */
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

/** The pointer went up: a drag that ends on a target is a move; one that does not leaves the piece selected. */
export function release(state: Interaction, legal: MoveInfo[], { square }: Pointer): Outcome {
  const next = { ...state, pressed: null, drag: null };
  if (!state.drag) return { next, played: null, wrong: null };
  const played = square === null ? null : (targets(legal, state.selected).get(square) ?? null);
  // A piece that is put back where it was is only chosen.
  const wrong = played || square === state.drag.from ? null : square;
  return { next: { ...next, swallowsClick: true, selected: played ? null : state.selected }, played, wrong };
}

/** The browser took the pointer away, as for scrolling. */
export function cancel(state: Interaction): Interaction {
  return { ...state, pressed: null, drag: null };
}
