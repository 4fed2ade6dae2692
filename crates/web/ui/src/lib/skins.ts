// The look of boards and pieces, by style and game. Colours are literal, so that pictures also work outside the
// page.

/** The width of a square in every picture. */
export const CELL = 100;

export interface Skin {
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
  /** The corner radii of a marked square. */
  corners: { last: number; selected: number };
}

const shadow = (r: number) => `<ellipse cx="2" cy="7" rx="${r}" ry="${r}" fill="#000" opacity=".34"/>`;

const othelloClassic: Skin = {
  frame: '#2a1d15',
  frameEdge: '#4b3424',
  label: '#bfe8d3',
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

const ataxxClassic: Skin = {
  frame: '#141a2b',
  frameEdge: '#2c3858',
  label: '#b4c0de',
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

const loaClassic: Skin = {
  frame: '#4a2f1c',
  frameEdge: '#6f4a2e',
  label: '#5c3a1c',
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

/** The colours of a style without light and shadow. */
interface Palette {
  frame: string;
  frameEdge: string;
  label: string;
  squares: [string, string];
  lines: string;
  lineWidth: number;
  /** The first and the second side: fill, edge and sign. */
  pieces: [[fill: string, edge: string, sign: string], [fill: string, edge: string, sign: string]];
  block: string;
  mark: string;
  last: string;
  select: string;
}

/**
 * How pieces are marked. `shapes`: a diamond and a ring distinguish the sides without colours. `rings`: both have a
 * ring, because one side is light and the other dark.
 */
type Signs = 'shapes' | 'rings';

function pieceOf([fill, edge, sign]: Palette['pieces'][0], signs: Signs, first: boolean): string {
  const disc = `<circle r="39" fill="${fill}" stroke="${edge}" stroke-width="4"/>`;
  if (signs === 'shapes')
    return first
      ? `${disc}<path d="M0-19 19 0 0 19-19 0z" fill="${sign}"/>`
      : `${disc}<circle r="15" fill="none" stroke="${sign}" stroke-width="8"/>`;
  return `${disc}<circle r="27" fill="none" stroke="${sign}" stroke-width="3"/>`;
}

function flat(palette: Palette, signs: Signs): Skin {
  const { squares, lines, lineWidth } = palette;
  return {
    ...palette,
    defs: '',
    square: (row, column) =>
      `<rect x="${column * CELL}" y="${row * CELL}" width="100" height="100" fill="${squares[(row + column) % 2]}"/>`,
    overlay: (rows, columns) => {
      const [w, h] = [columns * CELL, rows * CELL];
      const across = Array.from({ length: rows + 1 }, (_, i) => `M0 ${i * CELL}H${w}`);
      const down = Array.from({ length: columns + 1 }, (_, i) => `M${i * CELL} 0V${h}`);
      return `<path d="${[...across, ...down].join('')}" stroke="${lines}" stroke-width="${lineWidth}"/>`;
    },
    pieces: { b: pieceOf(palette.pieces[0], signs, true), w: pieceOf(palette.pieces[1], signs, false) },
    block: `<rect x="-44" y="-44" width="88" height="88" rx="8" fill="${palette.block}"/><path d="M-22-22 22 22M22-22-22 22" stroke="${squares[0]}" stroke-width="11" stroke-linecap="round"/>`,
    corners: { last: 2, selected: 2 },
  };
}

const red = (sign: string): [string, string, string] => ['#c8322f', '#8d1a1c', sign];
const blue = (sign: string): [string, string, string] => ['#2b6cd4', '#184693', sign];

const paper: Palette = {
  frame: '#e9e0cf',
  frameEdge: '#cdbfa4',
  label: '#7c6a4e',
  squares: ['#f7f1e4', '#f7f1e4'],
  lines: '#b9a98b',
  lineWidth: 2,
  pieces: [
    ['#33302c', '#1c1a17', '#5b564f'],
    ['#ffffff', '#6e6455', '#d9cfbd'],
  ],
  block: '#8a7c65',
  mark: '#5c4a2c',
  last: '#d58a1f',
  select: '#2f6fb7',
};

const slate: Palette = {
  frame: '#20262e',
  frameEdge: '#3b4552',
  label: '#c3cfdd',
  squares: ['#4a5766', '#414d5b'],
  lines: '#37424f',
  lineWidth: 2,
  pieces: [
    ['#14181d', '#05070a', '#4a5563'],
    ['#e9eef4', '#9aa7b5', '#b9c5d2'],
  ],
  block: '#1b2027',
  mark: '#e3f1ff',
  last: '#ffc94d',
  select: '#7fc4ff',
};

const contrast: Palette = {
  frame: '#000000',
  frameEdge: '#ffffff',
  label: '#000000',
  squares: ['#ffffff', '#ffffff'],
  lines: '#000000',
  lineWidth: 5,
  pieces: [
    ['#000000', '#000000', '#000000'],
    ['#ffffff', '#000000', '#000000'],
  ],
  block: '#000000',
  mark: '#0037da',
  last: '#b00020',
  select: '#0037da',
};

const coloured = (palette: Palette, sign: string): Palette => ({
  ...palette,
  pieces: [red(sign), blue(sign)],
});
const chequered = (palette: Palette, other: string): Palette => ({
  ...palette,
  squares: [palette.squares[0], other],
});

/** The available styles, the default first. */
export const STYLES = ['classic', 'paper', 'slate', 'contrast'] as const;
export type Style = (typeof STYLES)[number];

const skins: Record<Style, Record<string, Skin>> = {
  classic: { othello: othelloClassic, ataxx: ataxxClassic, loa: loaClassic },
  paper: {
    othello: flat(paper, 'rings'),
    ataxx: flat(coloured(paper, '#fff'), 'shapes'),
    loa: flat(chequered(paper, '#ebe0ca'), 'rings'),
  },
  slate: {
    othello: flat({ ...slate, squares: ['#3f6a5a', '#3f6a5a'], lines: '#2a4a3e', label: '#d3e9df' }, 'rings'),
    ataxx: flat(coloured(slate, '#fff'), 'shapes'),
    loa: flat(chequered({ ...slate, squares: ['#6b7a8b', '#6b7a8b'], label: '#eef3f8' }, '#586676'), 'rings'),
  },
  contrast: {
    othello: flat(contrast, 'rings'),
    ataxx: flat(coloured(contrast, '#fff'), 'shapes'),
    loa: flat(contrast, 'rings'),
  },
};

/** The look of a game in a style. A game without its own look is drawn like the first. */
export function skinOf(style: string, game: string): Skin {
  const games = skins[(STYLES as readonly string[]).includes(style) ? (style as Style) : 'classic'];
  return games[game] ?? games.othello;
}
