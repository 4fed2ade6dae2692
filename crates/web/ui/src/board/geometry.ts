// The geometry of the squares: in the picture, under a pointer and for the arrow keys. Squares are numbered row by
// row from the upper left, as in the messages; a flipped board is rotated by 180 degrees.

import { CELL, FRAME, centre } from '../lib/draw';
import type { Shape } from '../wire';

/** A point of the picture. A square is `CELL` units wide, and the frame lies outside. */
export type Point = [x: number, y: number];

/** A rectangle on the screen, as `getBoundingClientRect` gives it. */
export type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

const STEPS: Record<string, [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

export class Geometry {
  readonly rows: number;
  readonly columns: number;

  constructor(
    readonly shape: Shape,
    readonly flipped: boolean,
  ) {
    this.rows = shape.rows;
    this.columns = shape.columns;
  }

  /** The width of the picture with its frame. */
  get width(): number {
    return this.columns * CELL + 2 * FRAME;
  }

  get height(): number {
    return this.rows * CELL + 2 * FRAME;
  }

  /** The names of the columns as displayed, from the left. */
  get columnNames(): string[] {
    return this.flipped ? [...this.shape.column_names].reverse() : this.shape.column_names;
  }

  /** The names of the rows as displayed, from the top. */
  get rowNames(): string[] {
    return this.flipped ? [...this.shape.row_names].reverse() : this.shape.row_names;
  }

  /** The squares as displayed, row by row. */
  get grid(): number[][] {
    return Array.from({ length: this.rows }, (_, row) =>
      Array.from({ length: this.columns }, (_, column) => this.#turned(row * this.columns + column)),
    );
  }

  name(square: number): string {
    return (
      this.shape.column_names[square % this.columns] + this.shape.row_names[Math.floor(square / this.columns)]
    );
  }

  /** The centre of a square. */
  spot(square: number): Point {
    return centre(this.#turned(square), this.columns);
  }

  /** The point of the picture at a pointer position; `box` is the position of the squares on the screen. */
  pointAt(box: Box, clientX: number, clientY: number): Point {
    return [
      ((clientX - box.left) / box.width) * this.columns * CELL,
      ((clientY - box.top) / box.height) * this.rows * CELL,
    ];
  }

  /** The square that contains a point of the picture, if any. */
  squareAt([x, y]: Point): number | null {
    const column = Math.floor(x / CELL);
    const row = Math.floor(y / CELL);
    if (row < 0 || column < 0 || row >= this.rows || column >= this.columns) return null;
    return this.#turned(row * this.columns + column);
  }

  /** The square that an arrow key leads to, which is the same one at the edge; `null` for other keys. */
  stepped(square: number, key: string): number | null {
    const step = Object.hasOwn(STEPS, key) ? STEPS[key] : null;
    if (!step) return null;
    const shown = this.#turned(square);
    const row = clamp(Math.floor(shown / this.columns) + step[0], this.rows - 1);
    const column = clamp((shown % this.columns) + step[1], this.columns - 1);
    return this.#turned(row * this.columns + column);
  }

  /** Rotating twice changes nothing, so this maps in both directions. */
  #turned(square: number): number {
    return this.flipped ? this.rows * this.columns - 1 - square : square;
  }
}

function clamp(value: number, greatest: number): number {
  return Math.max(0, Math.min(greatest, value));
}
