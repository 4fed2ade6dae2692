import { describe, expect, it } from 'vitest';
import { ago, clockText, short } from '../src/lib/format';

const NOON = Date.UTC(2026, 10, 17, 12) / 1000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('ago', () => {
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE, '59 minutes ago'],
    [HOUR, '1 hour ago'],
    [DAY, 'yesterday'],
    [13 * DAY, '13 days ago'],
    [14 * DAY, 'Nov 3, 2026'],
  ])('names %i seconds', (passed, text) => {
    expect(ago(NOON - passed, NOON * 1000)).toBe(text);
  });

  it('treats a time in the future as now', () => {
    expect(ago(NOON + HOUR, NOON * 1000)).toBe('just now');
  });
});

describe('clockText', () => {
  it.each([
    [-250, '0.0'],
    [0, '0.0'],
    [9_949, '9.9'],
    [10_000, '0:10'],
    [10_001, '0:11'],
    [59_001, '1:00'],
    [600_000, '10:00'],
    [3_600_000, '60:00'],
  ])('shows %i ms', (left, text) => {
    expect(clockText(left)).toBe(text);
  });
});

describe('short', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1 k'],
    [999_000, '999 k'],
    [1_500_000, '1.5 M'],
    [2_000_000_000, '2.0 G'],
  ])('shortens %i', (number, text) => {
    expect(short(number)).toBe(text);
  });
});
