import { describe, expect, it } from 'vitest';
import { levelMatches } from '../src/lib/level-matches';
import { FIRST_RATING, after, levelRatings, newcomer, ratingOf, suggestedLevel } from '../src/lib/rating';

const levels = Array.from({ length: 10 }, (_, i) => String(i + 1));

describe.each(Object.keys(levelMatches))('the levels of %s', (game) => {
  it('have ratings that rise from the same start', () => {
    const ratings = levelRatings(game);
    expect(ratings).toHaveLength(10);
    expect(ratings[0]).toBe(FIRST_RATING);
    expect([...ratings].sort((one, two) => one - two)).toEqual(ratings);
  });
});

describe('ratings of levels', () => {
  it('are as far apart as their results imply', () => {
    // 169 won, 1 drawn and 30 lost are 84.75 %, which is about 298 points.
    expect(ratingOf('othello', '2')! - ratingOf('othello', '1')!).toBeCloseTo(300, -1.2);
    expect(ratingOf('othello', '11')).toBeNull();
    expect(ratingOf('halma', '1')).toBeNull();
  });
});

describe('a rating', () => {
  it('rises after a win and falls after a loss, by less when it is more certain', () => {
    const first = after(newcomer(), FIRST_RATING, 1);
    expect(first.rating).toBeGreaterThan(FIRST_RATING + 100);
    expect(first.deviation).toBeLessThan(newcomer().deviation);
    const second = after(first, first.rating, 1);
    expect(second.rating - first.rating).toBeLessThan(first.rating - FIRST_RATING);
    expect(after(first, FIRST_RATING, 0).rating).toBeLessThan(first.rating);
  });

  it('does not change after a draw among equals, and never falls out of the scale', () => {
    expect(after({ rating: 900, deviation: 80 }, 900, 0.5).rating).toBeCloseTo(900);
    expect(after({ rating: 110, deviation: 300 }, 400, 0).rating).toBeGreaterThanOrEqual(100);
  });

  it('converges to the results', () => {
    let rating = newcomer();
    // A player who wins every second game against a level is as strong as it.
    for (let game = 0; game < 400; game++) rating = after(rating, 1200, game % 2);
    expect(Math.abs(rating.rating - 1200)).toBeLessThan(40);
  });
});

describe('the suggested level', () => {
  it('is the weakest for a newcomer and follows the rating', () => {
    expect(suggestedLevel('othello', levels, newcomer())).toBe('1');
    expect(suggestedLevel('othello', levels, after(newcomer(), FIRST_RATING, 1))).toBe('2');
    expect(suggestedLevel('othello', levels, { rating: 9000, deviation: 50 })).toBe('10');
    expect(suggestedLevel('halma', ['1', '2'], newcomer())).toBe('1');
    expect(suggestedLevel('halma', [], newcomer())).toBe('');
  });
});
