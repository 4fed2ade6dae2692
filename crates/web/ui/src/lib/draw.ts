// How boards and pieces look: SVG markup shared by the live board, the thumbnails and the exported pictures.
// A square is 100 units wide; a piece is drawn around its own centre. Colours are literal, so that a picture
// stands alone outside this page.

import type { Frame } from '../wire';

export const CELL = 100;
export const FRAME = 38;

interface Skin {
  frame: string;
  frameEdge: string;
  label: string;
  defs: string;
  square: (row: number, column: number) => string;
  overlay: (rows: number, columns: number) => string;
  pieces: { b: string; w: string };
  block: string;
  /** The colour of marks for legal moves, the last move and the selection. */
  mark: string;
  last: string;
  select: string;
  /** How round the corners of a marked square are. */
  corners: { last: number; selected: number };
}

const shadow = (r: number) => `<ellipse cx="2" cy="7" rx="${r}" ry="${r}" fill="#000" opacity=".34"/>`;

const othello: Skin = {
  frame: '#2a1d15',
  frameEdge: '#4b3424',
  label: '#cdb89d',
  defs: `
    <radialGradient id="ot-felt" cx=".5" cy=".4" r=".85"><stop offset="0" stop-color="#2f9169"/><stop offset="1" stop-color="#1b6549"/></radialGradient>
    <radialGradient id="ot-b" cx=".36" cy=".28" r=".85"><stop offset="0" stop-color="#5b5a60"/><stop offset=".45" stop-color="#26252a"/><stop offset="1" stop-color="#0c0b0e"/></radialGradient>
    <radialGradient id="ot-w" cx=".36" cy=".28" r=".9"><stop offset="0" stop-color="#ffffff"/><stop offset=".6" stop-color="#f1eade"/><stop offset="1" stop-color="#cdc3b1"/></radialGradient>`,
  square: () => '',
  overlay: (rows, columns) => {
    let out = `<rect width="${columns * CELL}" height="${rows * CELL}" fill="url(#ot-felt)"/>`;
    for (let i = 0; i <= rows; i++)
      out += `<path d="M0 ${i * CELL}H${columns * CELL}" stroke="#0b3b29" stroke-width="3" opacity=".75"/>`;
    for (let i = 0; i <= columns; i++)
      out += `<path d="M${i * CELL} 0V${rows * CELL}" stroke="#0b3b29" stroke-width="3" opacity=".75"/>`;
    if (rows >= 8 && columns >= 8)
      for (const r of [2, rows - 2])
        for (const c of [2, columns - 2])
          out += `<circle cx="${c * CELL}" cy="${r * CELL}" r="8" fill="#0b3b29"/>`;
    return out;
  },
  pieces: {
    b: `${shadow(41)}<circle cy="3.5" r="41" fill="#ece4d5"/><circle r="41" fill="url(#ot-b)"/><circle r="33" fill="none" stroke="#fff" stroke-opacity=".07" stroke-width="2"/>`,
    w: `${shadow(41)}<circle cy="3.5" r="41" fill="#17161a"/><circle r="41" fill="url(#ot-w)"/><circle r="33" fill="none" stroke="#7a6c55" stroke-opacity=".22" stroke-width="2"/>`,
  },
  block: '',
  mark: '#eafff3',
  last: '#ffd568',
  select: '#ffd568',
  corners: { last: 4, selected: 6 },
};

const ataxx: Skin = {
  frame: '#141a2b',
  frameEdge: '#2c3858',
  label: '#a7b3d2',
  defs: `
    <linearGradient id="ax-cell" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2e3a5c"/><stop offset="1" stop-color="#27324f"/></linearGradient>
    <radialGradient id="ax-b" cx=".36" cy=".27" r=".9"><stop offset="0" stop-color="#ff9d8d"/><stop offset=".4" stop-color="#e8483f"/><stop offset="1" stop-color="#98141f"/></radialGradient>
    <radialGradient id="ax-w" cx=".36" cy=".27" r=".9"><stop offset="0" stop-color="#a5d8ff"/><stop offset=".4" stop-color="#3e8df0"/><stop offset="1" stop-color="#12459f"/></radialGradient>
    <linearGradient id="ax-x" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#6b7590"/><stop offset="1" stop-color="#454e68"/></linearGradient>`,
  square: (row, column) =>
    `<rect x="${column * CELL + 4}" y="${row * CELL + 4}" width="92" height="92" rx="15" fill="url(#ax-cell)"/>`,
  overlay: () => '',
  pieces: {
    b: `${shadow(38)}<circle r="38" fill="url(#ax-b)"/><circle r="37" fill="none" stroke="#5d0a12" stroke-opacity=".5" stroke-width="2"/><path d="M0-19 19 0 0 19-19 0z" fill="#fff" fill-opacity=".9"/>`,
    w: `${shadow(38)}<circle r="38" fill="url(#ax-w)"/><circle r="37" fill="none" stroke="#082a66" stroke-opacity=".5" stroke-width="2"/><circle r="15" fill="none" stroke="#fff" stroke-opacity=".92" stroke-width="8"/>`,
  },
  block: `<rect x="-44" y="-44" width="88" height="88" rx="13" fill="#0b0f1c" opacity=".5"/><rect x="-44" y="-46" width="88" height="86" rx="13" fill="url(#ax-x)"/><path d="M-22-24 22 20M22-24-22 20" stroke="#2c334a" stroke-width="11" stroke-linecap="round"/>`,
  mark: '#dfe8ff',
  last: '#ffd568',
  select: '#ffd568',
  corners: { last: 13, selected: 13 },
};

const loa: Skin = {
  frame: '#4a2f1c',
  frameEdge: '#6f4a2e',
  label: '#e5cba6',
  defs: `
    <linearGradient id="la-l" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#efd9b0"/><stop offset="1" stop-color="#e5c997"/></linearGradient>
    <linearGradient id="la-d" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#c99f6a"/><stop offset="1" stop-color="#b98c57"/></linearGradient>
    <radialGradient id="la-b" cx=".38" cy=".3" r=".85"><stop offset="0" stop-color="#5a4d47"/><stop offset=".5" stop-color="#2c2422"/><stop offset="1" stop-color="#120d0c"/></radialGradient>
    <radialGradient id="la-w" cx=".38" cy=".3" r=".9"><stop offset="0" stop-color="#fffdf7"/><stop offset=".6" stop-color="#f4ead6"/><stop offset="1" stop-color="#d2bf9d"/></radialGradient>`,
  square: (row, column) =>
    `<rect x="${column * CELL}" y="${row * CELL}" width="100" height="100" fill="url(#la-${(row + column) % 2 ? 'd' : 'l'})"/>`,
  overlay: () => '',
  pieces: {
    b: `${shadow(39)}<circle cy="3" r="39" fill="#000"/><circle r="39" fill="url(#la-b)"/><circle r="28" fill="none" stroke="#8b7a70" stroke-opacity=".55" stroke-width="2.5"/><circle r="17" fill="none" stroke="#8b7a70" stroke-opacity=".4" stroke-width="2.5"/>`,
    w: `${shadow(39)}<circle cy="3" r="39" fill="#9c8662"/><circle r="39" fill="url(#la-w)"/><circle r="28" fill="none" stroke="#a28a63" stroke-opacity=".7" stroke-width="2.5"/><circle r="17" fill="none" stroke="#a28a63" stroke-opacity=".55" stroke-width="2.5"/>`,
  },
  block: '',
  mark: '#2b1708',
  last: '#3c7d3a',
  select: '#2f6fb7',
  corners: { last: 4, selected: 6 },
};

export const skins: Record<string, Skin> = { othello, ataxx, loa };

/** The board without pieces; its squares begin at the origin, the frame lies around them. */
export function boardMarkup(game: string, rows: number, columns: number): string {
  const skin = skins[game];
  const [w, h] = [columns * CELL, rows * CELL];
  let out =
    `<rect x="${-FRAME}" y="${-FRAME}" width="${w + 2 * FRAME}" height="${h + 2 * FRAME}" rx="22" fill="${skin.frame}"/>` +
    `<rect x="${-FRAME + 3}" y="${-FRAME + 3}" width="${w + 2 * FRAME - 6}" height="${h + 2 * FRAME - 6}" rx="19" fill="none" stroke="${skin.frameEdge}" stroke-width="3"/>`;
  out += skin.overlay(rows, columns);
  for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) out += skin.square(r, c);
  return out;
}

/** The centre of a square. */
export function centre(square: number, columns: number): [number, number] {
  return [(square % columns) * CELL + CELL / 2, Math.floor(square / columns) * CELL + CELL / 2];
}

/** A picture that stands alone. */
export function picture(
  game: string,
  rows: number,
  columns: number,
  cells: Frame['cells'],
  last: number[] = [],
  names?: { columns: string[]; rows: string[] },
): string {
  const skin = skins[game];
  const [w, h] = [columns * CELL + 2 * FRAME, rows * CELL + 2 * FRAME];
  let body = boardMarkup(game, rows, columns);
  if (names) {
    const style = `fill="${skin.label}" font-family="system-ui,sans-serif" font-size="26" font-weight="600" text-anchor="middle"`;
    names.columns.forEach(
      (name, c) => (body += `<text x="${c * CELL + 50}" y="${rows * CELL + 28}" ${style}>${name}</text>`),
    );
    names.rows.forEach(
      (name, r) => (body += `<text x="${-FRAME / 2}" y="${r * CELL + 59}" ${style}>${name}</text>`),
    );
  }
  for (let s = 0; s < cells.length; s++) {
    const what = cells[s];
    const markup = what === 'b' || what === 'w' ? skin.pieces[what] : what === '#' ? skin.block : '';
    const [x, y] = centre(s, columns);
    if (markup) body += `<g transform="translate(${x} ${y})">${markup}</g>`;
    if (last.includes(s)) body += `<circle cx="${x}" cy="${y}" r="9" fill="${skin.last}"/>`;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-FRAME} ${-FRAME} ${w} ${h}" width="${w}" height="${h}"><defs>${skin.defs}</defs>${body}</svg>`;
}

/** The squares alone, without frame and names, as an address for an image element. */
export function squaresUrl(game: string, rows: number, columns: number, cells: Frame['cells']): string {
  const [w, h] = [columns * CELL, rows * CELL];
  const view = `viewBox="0 0 ${w} ${h}" width="${w}" height="${h}"`;
  return (
    'data:image/svg+xml,' +
    encodeURIComponent(
      picture(game, rows, columns, cells).replace(/viewBox="[^"]*" width="[^"]*" height="[^"]*"/, view),
    )
  );
}

/** The same as an address for an image element. */
export function pictureUrl(...parts: Parameters<typeof picture>): string {
  return 'data:image/svg+xml,' + encodeURIComponent(picture(...parts));
}
