import { describe, expect, it } from 'vitest';
import { describeSquare, type Described } from '../../src/board/describe';
import { mv } from '../views';

const words = (change: Partial<Described>) =>
  describeSquare({
    name: 'd3',
    what: '.',
    sides: ['Red', 'Blue'],
    selected: false,
    target: null,
    canMove: false,
    isLast: false,
    ...change,
  });

describe('describeSquare', () => {
  it.each([
    ['.', 'd3, empty'],
    ['b', 'd3, red'],
    ['w', 'd3, blue'],
    ['#', 'd3, block'],
  ])('names what is on it: %s', (what, text) => {
    expect(words({ what })).toBe(text);
  });

  it('describes what a press would do', () => {
    expect(words({ target: mv('d3', { turned: [1, 2] }) })).toBe('d3, empty, can be played, turns 2');
    expect(words({ target: mv('d3', { action: 'jump' }) })).toBe('d3, empty, jump here');
    expect(words({ what: 'w', target: mv('d3', { action: 'capture' }) })).toBe('d3, blue, capture here');
  });

  it('describes which piece can move, is selected, and moved last', () => {
    expect(words({ what: 'b', canMove: true })).toBe('d3, red, can move');
    expect(words({ what: 'b', selected: true })).toBe('d3, red, selected');
    expect(words({ what: 'w', isLast: true })).toBe('d3, blue, last move');
  });
});
