// SVG markup of boards, shared by the live board, the thumbnails and the exported pictures. A piece is drawn around
// its own centre.

import type { Frame } from '../wire';
import { CELL, skinOf } from './skins';

export { CELL, STYLES } from './skins';

/** The thickness of the rim around the squares. */
export const FRAME = 12;

/** The font size of the names of rows and columns, inside the squares at the edge. */
export function labelSize(columns: number): number {
  return Math.min(28, Math.max(18, columns * 2.2));
}

/** The board without pieces. Its squares begin at the origin, and the rim lies around them. */
export function boardMarkup(style: string, game: string, rows: number, columns: number): string {
  const skin = skinOf(style, game);
  const [w, h] = [columns * CELL, rows * CELL];
  let out =
    `<rect x="${-FRAME}" y="${-FRAME}" width="${w + 2 * FRAME}" height="${h + 2 * FRAME}" rx="12" fill="${skin.frame}"/>` +
    `<rect x="${-FRAME + 2}" y="${-FRAME + 2}" width="${w + 2 * FRAME - 4}" height="${h + 2 * FRAME - 4}" rx="10" fill="none" stroke="${skin.frameEdge}" stroke-width="2"/>`;
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) out += skin.square(r, c);
  out += skin.overlay(rows, columns);
  return out;
}

/** The names of rows and columns in the corners of the squares at the left and lower edge. */
export function labelMarkup(
  style: string,
  game: string,
  names: { columns: string[]; rows: string[] },
): string {
  const size = labelSize(names.columns.length);
  const height = names.rows.length * CELL;
  const text = (x: number, y: number, anchor: string, name: string) =>
    `<text x="${x}" y="${y}" text-anchor="${anchor}">${name}</text>`;
  const columns = names.columns.map((name, c) => text((c + 1) * CELL - 7, height - 7, 'end', name));
  const rows = names.rows.map((name, r) => text(7, r * CELL + size, 'start', name));
  return `<g fill="${skinOf(style, game).label}" font-family="system-ui,sans-serif" font-size="${size}" font-weight="650">${columns.join('')}${rows.join('')}</g>`;
}

/** The centre of a square. */
export function centre(square: number, columns: number): [number, number] {
  return [(square % columns) * CELL + CELL / 2, Math.floor(square / columns) * CELL + CELL / 2];
}

/** A stand-alone picture. */
export function picture(
  style: string,
  game: string,
  rows: number,
  columns: number,
  cells: Frame['cells'],
  last: number[] = [],
  names?: { columns: string[]; rows: string[] },
): string {
  const skin = skinOf(style, game);
  const [w, h] = [columns * CELL + 2 * FRAME, rows * CELL + 2 * FRAME];
  let body = boardMarkup(style, game, rows, columns);
  if (names) body += labelMarkup(style, game, names);
  for (let s = 0; s < cells.length; s++) {
    const what = cells[s];
    const markup = what === 'b' || what === 'w' ? skin.pieces[what] : what === '#' ? skin.block : '';
    const [x, y] = centre(s, columns);
    if (markup) body += `<g transform="translate(${x} ${y})">${markup}</g>`;
    if (last.includes(s)) body += `<circle cx="${x}" cy="${y}" r="9" fill="${skin.last}"/>`;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-FRAME} ${-FRAME} ${w} ${h}" width="${w}" height="${h}"><defs>${skin.defs}</defs>${body}</svg>`;
}

/** The squares alone, without rim and names, as a URL for an image element. */
export function squaresUrl(
  style: string,
  game: string,
  rows: number,
  columns: number,
  cells: Frame['cells'],
): string {
  const [w, h] = [columns * CELL, rows * CELL];
  const view = `viewBox="0 0 ${w} ${h}" width="${w}" height="${h}"`;
  return (
    'data:image/svg+xml,' +
    encodeURIComponent(
      picture(style, game, rows, columns, cells).replace(
        /viewBox="[^"]*" width="[^"]*" height="[^"]*"/,
        view,
      ),
    )
  );
}

/** A stand-alone picture as a URL for an image element. */
export function pictureUrl(...parts: Parameters<typeof picture>): string {
  return 'data:image/svg+xml,' + encodeURIComponent(picture(...parts));
}
