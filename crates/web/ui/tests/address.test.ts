import { describe, expect, it } from 'vitest';
import { describing, parseRoute } from '../src/lib/address';

describe('parseRoute', () => {
  it.each(['', '#', '#/', '#/nowhere', '#/g', '#/g/'])('leads %j home', (hash) => {
    expect(parseRoute(hash)).toEqual({ view: 'home' });
  });

  it('reads a game and the secret of a seat', () => {
    expect(parseRoute('#/g/abc')).toEqual({ view: 'game', id: 'abc', seat: null });
    expect(parseRoute('#/g/abc/s3cret')).toEqual({ view: 'game', id: 'abc', seat: 's3cret' });
  });

  it('parses the views without parameters', () => {
    expect(parseRoute('#/games')).toEqual({ view: 'games' });
    expect(parseRoute('#/help')).toEqual({ view: 'help', game: 'othello' });
    expect(parseRoute('#/help/loa')).toEqual({ view: 'help', game: 'loa' });
  });

  it('decodes the name of a room', () => {
    expect(parseRoute('#/join/tea%20%2F%20cake')).toEqual({ view: 'join', room: 'tea / cake' });
  });

  it('keeps a part that cannot be decoded', () => {
    expect(parseRoute('#/join/100%')).toEqual({ view: 'join', room: '100%' });
  });

  it('opens the editor with and without a position', () => {
    expect(parseRoute('#/edit/ataxx')).toEqual({
      view: 'edit',
      game: 'ataxx',
      agreements: [],
      position: null,
    });
    expect(parseRoute('#/edit/loa?rules=scrambled&at=x')).toEqual({
      view: 'edit',
      game: 'loa',
      agreements: [['rules', 'scrambled']],
      position: 'x',
    });
  });
});

describe('describing', () => {
  it('is read back by parseRoute, whatever the position contains', () => {
    const agreements: [string, string][] = [
      ['size', '10x10'],
      ['limit', '200'],
    ];
    const position = 'x5o/7/2-1-2/7 x 0 1 & a=b?#%';
    expect(parseRoute(`#/p/ataxx?${describing(agreements, position)}`)).toEqual({
      view: 'position',
      game: 'ataxx',
      agreements,
      position,
    });
  });
});
