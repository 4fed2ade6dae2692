// A bar chart of the number of games per year: every year from the first to the last, and which years have a label.

export interface Column {
  year: number;
  games: number;
  /** In percent of the highest bar. */
  height: number;
  labelled: boolean;
}

/** The maximum number of labels. */
const LABELS = 8;

export function columns(years: { year: number; games: number }[]): Column[] {
  if (!years.length) return [];
  const games = new Map(years.map((one) => [one.year, one.games]));
  const first = Math.min(...games.keys());
  const last = Math.max(...games.keys());
  const most = Math.max(...games.values(), 1);
  const step = Math.max(1, Math.ceil((last - first + 1) / LABELS));
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = first + index;
    const number = games.get(year) ?? 0;
    return { year, games: number, height: (number / most) * 100, labelled: index % step === 0 };
  });
}
