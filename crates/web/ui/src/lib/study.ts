// The variations and annotations of a game, assembled from the server's messages. A node of a variation is
// identified by its number; the moves that were played come from the game itself.

import type { Frame, GameView, Moment, Ply, StudyChange, StudyNode } from '../wire';
import { plyAfter } from './merge';

/** The line that is shown: the game itself, or a variation with the moves of the game before it. */
export interface Line {
  plies: Ply[];
  /** How many of them were played; the others are `nodes`. */
  base: number;
  nodes: number[];
}

export class Study {
  /** The nodes by number. */
  readonly nodes: ReadonlyMap<number, StudyNode>;
  /** The node numbers of the game's moves that have variations or annotations, by ply. */
  readonly played: ReadonlyMap<number, number>;
  readonly undo: boolean;
  readonly redo: boolean;
  /** The effects of the moves, which never change. */
  readonly #plies: Map<number, Ply>;

  constructor(before: Study | null = null, news: StudyChange | null = null) {
    const nodes = new Map(news && !news.whole ? before?.nodes : undefined);
    for (const id of news?.gone ?? []) nodes.delete(id);
    for (const node of news?.nodes ?? []) nodes.set(node.id, node);
    this.nodes = nodes;
    this.played = new Map(
      [...nodes.values()].filter(({ branch }) => !branch).map(({ ply, id }): [number, number] => [ply, id]),
    );
    this.undo = news?.undo ?? false;
    this.redo = news?.redo ?? false;
    this.#plies = new Map(before?.nodes.size && news && !news.whole ? before.#plies : undefined);
  }

  get isEmpty(): boolean {
    return this.nodes.size === 0;
  }

  /** The annotations and variations at a moment. */
  at({ ply, node }: Moment): StudyNode | undefined {
    const id = node ?? this.played.get(ply);
    return id === undefined ? undefined : this.nodes.get(id);
  }

  /** The moves of a variation up to this one, first move first. */
  path(id: number): number[] {
    const path: number[] = [];
    for (let node = this.nodes.get(id); node?.branch; node = this.nodes.get(node.branch.parent))
      path.push(node.id);
    return path.reverse();
  }

  /** The number of the game's moves before a variation. */
  base(id: number): number {
    const [first] = this.path(id);
    return (this.nodes.get(first)?.ply ?? 1) - 1;
  }

  /** A move of a variation, and the board after it. */
  ply(view: GameView, id: number): Ply {
    // Goes back to a move whose effect is known, or to the game.
    const unknown: number[] = [];
    let at: number | undefined = id;
    while (at !== undefined && !this.#plies.has(at)) {
      unknown.push(at);
      const parent: number = this.nodes.get(at)!.branch!.parent;
      at = this.nodes.get(parent)?.branch ? parent : undefined;
    }
    let before: Frame =
      at === undefined ? frameOf(view, this.nodes.get(unknown.at(-1)!)!.ply - 1) : this.#plies.get(at)!.after;
    for (const one of unknown.reverse()) {
      const ply = plyAfter(before, this.nodes.get(one)!.branch!.mv);
      this.#plies.set(one, ply);
      before = ply.after;
    }
    return this.#plies.get(id)!;
  }

  /** The line through a variation's move, to its end. */
  line(view: GameView, id: number): Line {
    const nodes = this.path(id);
    for (let next = this.nodes.get(id)?.next?.[0]; next !== undefined; next = this.nodes.get(next)?.next?.[0])
      nodes.push(next);
    const base = this.base(id);
    return {
      plies: [...view.plies.slice(0, base), ...nodes.map((one) => this.ply(view, one))],
      base,
      nodes,
    };
  }

  /** Follows moves from a moment as far as they are known. Returns the last moment and the remaining moves. */
  follow(view: GameView, from: Moment, moves: string[]): { at: Moment; rest: string[] } {
    let at = from;
    for (const [index, text] of moves.entries()) {
      const next = this.#child(view, at, (mv) => mv.text === text);
      if (!next) return { at, rest: moves.slice(index) };
      at = next;
    }
    // Forced passes are played automatically.
    for (let pass; (pass = this.#child(view, at, (mv) => mv.action === 'pass'));) at = pass;
    return { at, rest: [] };
  }

  #child(view: GameView, at: Moment, is: (mv: Ply['mv']) => boolean): Moment | null {
    if (at.node === undefined && at.ply < view.plies.length && is(view.plies[at.ply].mv))
      return { ply: at.ply + 1 };
    const found = this.at(at)?.next?.find((id) => is(this.ply(view, id).mv));
    return found === undefined ? null : { ply: at.ply + 1, node: found };
  }

  /** The siblings of a moment, including itself, in order: the played move comes first. */
  siblings(view: GameView, at: Moment): Moment[] {
    if (at.ply === 0) return [at];
    const parent =
      at.node === undefined
        ? this.at({ ply: at.ply - 1 })
        : this.nodes.get(this.nodes.get(at.node)!.branch!.parent);
    const variations = (parent?.next ?? []).map((node): Moment => ({ ply: at.ply, node }));
    const isPlayed = !parent || !parent.branch;
    return isPlayed && at.ply <= view.plies.length ? [{ ply: at.ply }, ...variations] : variations;
  }

  /** The last move of a path that still exists, when the end of the path was removed. */
  remaining(before: Study, id: number): number | null {
    for (const one of before.path(id).reverse()) if (this.nodes.get(one)?.branch) return one;
    return null;
  }

  /** A variation as text lines: one line for its moves, then the lines of its sub-variations, one level deeper. */
  written(id: number): WrittenLine[] {
    const lines: WrittenLine[] = [];
    // A stack instead of recursion: a tree may be as deep as a game is long.
    const rest: { id: number; level: number }[] = [{ id, level: 0 }];
    for (let first = rest.pop(); first; first = rest.pop()) {
      const nodes: number[] = [];
      const beside: number[] = [];
      for (let at: number | undefined = first.id; at !== undefined;) {
        nodes.push(at);
        const next: number[] = this.nodes.get(at)?.next ?? [];
        beside.push(...next.slice(1));
        at = next[0];
      }
      lines.push({ level: first.level, nodes });
      for (const one of beside.reverse()) rest.push({ id: one, level: first.level + 1 });
    }
    return lines;
  }
}

export interface WrittenLine {
  level: number;
  nodes: number[];
}

/** The number of moves that the browser lays out at once when a part of a large tree is scrolled into view. */
const BLOCK_MOVES = 50;

/** Divides variations, or the lines of one, into blocks of about as many moves each, without changing their order. */
export function blocks<Part>(parts: readonly Part[], countMoves: (part: Part) => number): Part[][] {
  const blocks: Part[][] = [];
  let n_moves = BLOCK_MOVES;
  for (const part of parts) {
    if (n_moves >= BLOCK_MOVES) {
      blocks.push([]);
      n_moves = 0;
    }
    blocks.at(-1)!.push(part);
    n_moves += countMoves(part);
  }
  return blocks;
}

/** The board of the game after this many moves. */
export function frameOf(view: Pick<GameView, 'start' | 'plies'>, ply: number): Frame {
  return ply === 0 ? view.start : view.plies[ply - 1].after;
}

/** The glyphs for moves, as chess players write them, by their numbers in files. */
export const GLYPHS: ReadonlyMap<number, string> = new Map([
  [1, '!'],
  [2, '?'],
  [3, '!!'],
  [4, '??'],
  [5, '!?'],
  [6, '?!'],
]);

export const glyphText = (glyphs: readonly number[] = []): string =>
  glyphs.map((glyph) => GLYPHS.get(glyph) ?? '').join('');

/** Moments are equal if they follow the same moves. */
export const isSame = (one: Moment, other: Moment): boolean =>
  one.ply === other.ply && (one.node ?? null) === (other.node ?? null);
