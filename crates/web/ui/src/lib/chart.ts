// A line chart over time: its points, and the round values on its axis.

export interface Chart {
  width: number;
  height: number;
  points: [x: number, y: number][];
  path: string;
  lines: { value: number; y: number }[];
}

const WIDTH = 720;
const HEIGHT = 220;
const MARGIN = { left: 54, right: 12, top: 14, bottom: 14 };

/** The values from left to right. The scale begins and ends with a round value and spans at least 100. */
export function chart(values: number[]): Chart {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = [25, 50, 100, 200, 500].find((one) => (high - low) / one <= 5) ?? 1000;
  const bottom = Math.floor((low - 1) / step) * step;
  const top = Math.max(bottom + 100, Math.ceil((high + 1) / step) * step);
  const x = (index: number) =>
    MARGIN.left + (index / Math.max(1, values.length - 1)) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (value: number) =>
    MARGIN.top + ((top - value) / (top - bottom)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const points = values.map((value, index): [number, number] => [
    Math.round(x(index) * 10) / 10,
    Math.round(y(value) * 10) / 10,
  ]);
  const lines: Chart['lines'] = [];
  for (let value = bottom; value <= top; value += step)
    lines.push({ value, y: Math.round(y(value) * 10) / 10 });
  return {
    width: WIDTH,
    height: HEIGHT,
    points,
    path: points.map(([px, py], index) => `${index ? 'L' : 'M'}${px} ${py}`).join(''),
    lines,
  };
}
