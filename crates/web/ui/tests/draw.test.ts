import { describe, expect, it } from 'vitest';
import { CELL, FRAME, STYLES, boardMarkup, centre, picture, pictureUrl, squaresUrl } from '../src/lib/draw';
import { skinOf } from '../src/lib/skins';

const games = STYLES.flatMap((style) => ['othello', 'ataxx', 'loa'].map((game) => [style, game] as const));
const occurrences = (text: string, part: string) => text.split(part).length - 1;

describe('centre', () => {
  it('counts squares row by row from the upper left', () => {
    expect(centre(0, 8)).toEqual([50, 50]);
    expect(centre(7, 8)).toEqual([750, 50]);
    expect(centre(8, 8)).toEqual([50, 150]);
    expect(centre(13, 5)).toEqual([350, 250]);
  });
});

describe.each(games)('the style %s of %s', (style, game) => {
  it('defines every gradient it uses, each once', () => {
    const skin = skinOf(style, game);
    const all = [skin.defs, boardMarkup(style, game, 8, 8), skin.pieces.b, skin.pieces.w, skin.block].join(
      '',
    );
    const used = new Set([...all.matchAll(/url\(#([^)]+)\)/g)].map((match) => match[1]));
    const defined = [...skin.defs.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    expect([...used].sort()).toEqual([...defined].sort());
  });

  it('closes every element', () => {
    const svg = picture(style, game, 8, 8, 'bw#.'.repeat(16), [3], { columns: ['a'], rows: ['1'] });
    const open: string[] = [];
    for (const [, closes, name, empty] of svg.matchAll(/<(\/?)([a-zA-Z]+)[^<>]*?(\/?)>/g)) {
      if (closes) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
    }
    expect(open).toEqual([]);
  });

  it('shares no gradient with another game, because one page shows several', () => {
    const ids = (name: string) =>
      [...skinOf(style, name).defs.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]);
    const others = games
      .filter(([one, name]) => one === style && name !== game)
      .flatMap(([, name]) => ids(name));
    expect(ids(game).filter((id) => others.includes(id))).toEqual([]);
  });
});

describe('high contrast', () => {
  it('distinguishes the sides from each other and from the board without relying on colour', () => {
    const { pieces } = skinOf('contrast', 'othello');
    expect(pieces.b).toContain('fill="#000000"');
    expect(pieces.w).toContain('fill="#ffffff" stroke="#000000"');
    const ataxx = skinOf('contrast', 'ataxx').pieces;
    expect([ataxx.b.includes('<path'), ataxx.w.includes('<path')]).toEqual([true, false]);
  });
});

it('an unknown style is the default one', () => {
  expect(skinOf('plaid', 'loa')).toBe(skinOf('classic', 'loa'));
});

describe('picture', () => {
  it('shows a piece for every occupied square, at its place', () => {
    const svg = picture('classic', 'othello', 2, 3, 'b....w');
    expect(occurrences(svg, '<g transform=')).toBe(2);
    expect(svg).toContain(`<g transform="translate(50 50)">${skinOf('classic', 'othello').pieces.b}</g>`);
    expect(svg).toContain(`<g transform="translate(250 150)">${skinOf('classic', 'othello').pieces.w}</g>`);
  });

  it('draws the blocks of the game that has them', () => {
    expect(picture('classic', 'ataxx', 1, 2, '#.')).toContain(
      `<g transform="translate(50 50)">${skinOf('classic', 'ataxx').block}</g>`,
    );
    expect(occurrences(picture('classic', 'othello', 1, 2, '#.'), '<g transform=')).toBe(0);
  });

  it('marks squares, and names rows and columns only when they are given', () => {
    const bare = picture('classic', 'loa', 2, 2, '....', [1]);
    expect(bare).toContain(`<circle cx="150" cy="50" r="9" fill="${skinOf('classic', 'loa').last}"/>`);
    expect(bare).not.toContain('<text');
    const named = picture('classic', 'loa', 2, 2, '....', [], { columns: ['a', 'b'], rows: ['2', '1'] });
    expect([...named.matchAll(/>([^<]+)<\/text>/g)].map((match) => match[1])).toEqual(['a', 'b', '2', '1']);
  });

  it('is as large as the board and its frame', () => {
    const width = 3 * CELL + 2 * FRAME;
    const height = 2 * CELL + 2 * FRAME;
    const size = `viewBox="-12 -12 ${width} ${height}" width="${width}" height="${height}"`;
    expect(picture('classic', 'ataxx', 2, 3, '......')).toContain(size);
  });
});

describe('addresses of pictures', () => {
  it('hold the whole picture', () => {
    const url = pictureUrl('classic', 'loa', 2, 2, 'b..w');
    expect(decodeURIComponent(url)).toBe(`data:image/svg+xml,${picture('classic', 'loa', 2, 2, 'b..w')}`);
    expect(url).not.toMatch(/["#<> ]/);
  });

  it('can leave the frame out', () => {
    const svg = decodeURIComponent(squaresUrl('classic', 'othello', 2, 3, '......'));
    expect(svg).toContain('viewBox="0 0 300 200" width="300" height="200"');
    expect(occurrences(svg, 'viewBox')).toBe(1);
  });
});
