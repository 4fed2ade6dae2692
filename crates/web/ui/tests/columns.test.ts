import { describe, expect, it } from 'vitest';
import { columns } from '../src/lib/columns';

describe('columns', () => {
  it('include every year between the first and the last', () => {
    const found = columns([
      { year: 1980, games: 5 },
      { year: 1977, games: 10 },
    ]);
    expect(found.map((one) => one.year)).toEqual([1977, 1978, 1979, 1980]);
    expect(found.map((one) => one.height)).toEqual([100, 0, 0, 50]);
  });

  it('label few of many years', () => {
    const found = columns(Array.from({ length: 50 }, (_, index) => ({ year: 1977 + index, games: 1 })));
    expect(found.filter((one) => one.labelled).length).toBeLessThanOrEqual(8);
    expect(found[0].labelled).toBe(true);
    expect(columns([])).toEqual([]);
  });
});
