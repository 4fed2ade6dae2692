import { describe, expect, it } from 'vitest';
import { Geometry } from '../../src/board/geometry';

const shape = { rows: 2, columns: 3, column_names: ['a', 'b', 'c'], row_names: ['2', '1'] };
const plain = new Geometry(shape, false);
const flipped = new Geometry(shape, true);
const both = [plain, flipped];

describe('orientation', () => {
  it('lists the squares as displayed', () => {
    expect(plain.grid).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect(flipped.grid).toEqual([
      [5, 4, 3],
      [2, 1, 0],
    ]);
  });

  it('turns the names at the edge, not those of the squares', () => {
    expect([plain.columnNames, plain.rowNames]).toEqual([
      ['a', 'b', 'c'],
      ['2', '1'],
    ]);
    expect([flipped.columnNames, flipped.rowNames]).toEqual([
      ['c', 'b', 'a'],
      ['1', '2'],
    ]);
    for (const geometry of both)
      expect([0, 2, 3, 5].map((s) => geometry.name(s))).toEqual(['a2', 'c2', 'a1', 'c1']);
    expect(shape.column_names).toEqual(['a', 'b', 'c']);
  });

  it('shows the first square at the upper left, or at the lower right', () => {
    expect(plain.spot(0)).toEqual([50, 50]);
    expect(flipped.spot(0)).toEqual([250, 150]);
  });

  it('has a frame around the squares', () => {
    expect([plain.width, plain.height]).toEqual([324, 224]);
  });
});

describe('a pointer', () => {
  const box = { left: 10, top: 20, width: 600, height: 400 };

  it('maps to a point of the picture at any size', () => {
    expect(plain.pointAt(box, 10, 20)).toEqual([0, 0]);
    expect(plain.pointAt(box, 310, 220)).toEqual([150, 100]);
    expect(plain.pointAt(box, 610, 420)).toEqual([300, 200]);
  });

  it('is in the square that is drawn there', () => {
    for (const geometry of both)
      for (let square = 0; square < 6; square++)
        expect(geometry.squareAt(geometry.spot(square))).toBe(square);
  });

  it.each([
    [-1, 50],
    [50, -1],
    [300, 50],
    [50, 200],
  ])('is in no square at (%i, %i)', (x, y) => {
    for (const geometry of both) expect(geometry.squareAt([x, y])).toBeNull();
  });
});

describe('the keyboard cursor', () => {
  it('follows the displayed orientation', () => {
    expect(['ArrowRight', 'ArrowDown'].map((key) => plain.stepped(0, key))).toEqual([1, 3]);
    expect(['ArrowLeft', 'ArrowUp'].map((key) => flipped.stepped(0, key))).toEqual([1, 3]);
  });

  it('stays on the board', () => {
    expect(['ArrowLeft', 'ArrowUp'].map((key) => plain.stepped(0, key))).toEqual([0, 0]);
    expect(['ArrowRight', 'ArrowDown'].map((key) => flipped.stepped(0, key))).toEqual([0, 0]);
  });

  it('goes to the ends of a row', () => {
    expect(['Home', 'End'].map((key) => plain.stepped(4, key))).toEqual([3, 5]);
    expect(['Home', 'End'].map((key) => flipped.stepped(4, key))).toEqual([5, 3]);
  });

  it('ignores other keys', () => {
    for (const key of ['Enter', 'a', 'Escape', 'toString']) expect(plain.stepped(0, key)).toBeNull();
  });
});
