import { describe, expect, it } from 'vitest';
import { chart } from '../src/lib/chart';

describe('a chart', () => {
  it('goes from left to right, and up where values rise', () => {
    const { points, path, width, height } = chart([400, 548, 500]);
    expect(points.map(([x]) => x)).toEqual([...points.map(([x]) => x)].sort((a, b) => a - b));
    expect(points[1][1]).toBeLessThan(points[2][1]);
    expect(points[2][1]).toBeLessThan(points[0][1]);
    expect(path).toMatch(/^M[\d.]+ [\d.]+(L[\d.]+ [\d.]+){2}$/);
    for (const [x, y] of points) expect(x > 0 && x <= width && y > 0 && y < height).toBe(true);
  });

  it('has round values on its axis that include all points', () => {
    const values = chart([413, 1290]).lines.map(({ value }) => value);
    expect(values[0]).toBeLessThanOrEqual(413);
    expect(values.at(-1)).toBeGreaterThanOrEqual(1290);
    expect(values.every((value) => value % 50 === 0)).toBe(true);
  });

  it('does not exaggerate small differences', () => {
    const { lines } = chart([500, 502]);
    expect(lines.at(-1)!.value - lines[0].value).toBeGreaterThanOrEqual(100);
  });
});
