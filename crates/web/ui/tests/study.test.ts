import { describe, expect, it } from 'vitest';
import { drawn } from '../src/lib/drawing';
import { blocks, Study, glyphText } from '../src/lib/study';
import type { GameView, Mark, NewPly, StudyChange, StudyNode } from '../src/wire';
import { view } from './views';

const mv = (text: string, target: number): NewPly => ({
  text,
  action: 'place',
  target,
  turn: 'black',
  position: text,
});
const branch = (id: number, parent: number, ply: number, text: string, next: number[] = []): StudyNode => ({
  id,
  ply,
  branch: { parent, mv: mv(text, id) },
  next,
});
const told = (nodes: StudyNode[], more: Partial<StudyChange> = {}): StudyChange => ({
  id: 'x',
  whole: false,
  nodes,
  gone: [],
  undo: true,
  redo: false,
  ...more,
});

/** A game of four moves with `x y` and `z` instead of the third, and `w` after `x`. */
function studied(): [GameView, Study] {
  const game = view(0, ['a', 'b', 'c', 'd']);
  const study = new Study(
    null,
    told(
      [
        { id: 2, ply: 2, next: [5, 7] },
        branch(5, 2, 3, 'x', [6, 8]),
        branch(6, 5, 4, 'y'),
        branch(7, 2, 3, 'z'),
        branch(8, 5, 4, 'w'),
      ],
      { whole: true },
    ),
  );
  return [game, study];
}

describe('a variation', () => {
  it('is a line with the moves of the game before it', () => {
    const [game, study] = studied();
    const line = study.line(game, 5);
    expect(line.plies.map(({ mv }) => mv.text)).toEqual(['a', 'b', 'x', 'y']);
    expect([line.base, line.nodes]).toEqual([2, [5, 6]]);
    expect(study.line(game, 8).nodes).toEqual([5, 8]);
  });

  it('is found by its moves and those before it', () => {
    const [game, study] = studied();
    expect(study.follow(game, { ply: 2 }, ['x', 'w'])).toEqual({ at: { ply: 4, node: 8 }, rest: [] });
    expect(study.follow(game, { ply: 2 }, ['c'])).toEqual({ at: { ply: 3 }, rest: [] });
    expect(study.follow(game, { ply: 2 }, ['x', 'q'])).toEqual({ at: { ply: 3, node: 5 }, rest: ['q'] });
  });

  it('is a sibling of the played move', () => {
    const [game, study] = studied();
    const all = [{ ply: 3 }, { ply: 3, node: 5 }, { ply: 3, node: 7 }];
    expect(study.siblings(game, { ply: 3 })).toEqual(all);
    expect(study.siblings(game, { ply: 3, node: 7 })).toEqual(all);
    expect(study.siblings(game, { ply: 4, node: 6 })).toEqual([
      { ply: 4, node: 6 },
      { ply: 4, node: 8 },
    ]);
    expect(study.siblings(game, { ply: 1 })).toEqual([{ ply: 1 }]);
  });

  it('is written with its sub-variations one level deeper', () => {
    const [, study] = studied();
    expect(study.written(5)).toEqual([
      { level: 0, nodes: [5, 6] },
      { level: 1, nodes: [8] },
    ]);
  });

  it('that is deleted leaves the view where it branched off', () => {
    const [, study] = studied();
    const without = new Study(study, told([branch(5, 2, 3, 'x', [8])], { gone: [6] }));
    expect(without.remaining(study, 6)).toBe(5);
    const none = new Study(study, told([{ id: 2, ply: 2, next: [7] }], { gone: [5, 6, 8] }));
    expect(none.remaining(study, 6)).toBeNull();
    expect(study.base(6)).toBe(2);
  });
});

describe('a tree of two thousand moves', () => {
  it('is traversed move by move without visiting all of it', () => {
    const game = view(0, ['a', 'b', 'c', 'd']);
    const nodes: StudyNode[] = [{ id: 2, ply: 2, next: [5] }];
    for (let id = 5; id < 2005; id++)
      nodes.push(branch(id, id === 5 ? 2 : id - 1, id - 2, `m${id}`, id < 2004 ? [id + 1] : []));
    const study = new Study(null, told(nodes, { whole: true }));
    expect(study.line(game, 2004).plies).toHaveLength(2002);
    expect(study.written(5)).toHaveLength(1);
  });

  it('is laid out in blocks of some fifty moves, in order and without gaps', () => {
    const lengths = [60, 5, 5, 20, 30, 70, 1];
    expect(blocks(lengths, (length) => length)).toEqual([[60], [5, 5, 20, 30], [70], [1]]);
    expect(blocks([], () => 1)).toEqual([]);
  });
});

describe('notes', () => {
  it('are written as chess players write them', () => {
    expect(glyphText([1])).toBe('!');
    expect(glyphText([6, 99])).toBe('?!');
    expect(glyphText(undefined)).toBe('');
  });

  it('drawn twice are removed, and in another colour change it', () => {
    const one: Mark[] = drawn([], 3, 12, 'green');
    expect(one).toEqual([{ from: 3, to: 12, brush: 'green' }]);
    expect(drawn(one, 3, 12, 'green')).toEqual([]);
    expect(drawn(one, 3, 12, 'red')).toEqual([{ from: 3, to: 12, brush: 'red' }]);
    expect(drawn(one, 3, null, 'green')).toHaveLength(2);
  });
});
