// Requests to the server about the collection of games, and about openings.

import { openings } from '#host';
import type {
  CollectionFailure,
  Explored,
  Found,
  ImportReport,
  PositionRequest,
  Progress,
  Query,
  Stats,
} from '../collection';

/** A refused request, with a code instead of a text. */
export class Refused extends Error {
  constructor(readonly failure: CollectionFailure) {
    super(failure.code);
  }
}

const unreachable = (): Refused => new Refused({ code: 'database', detail: '' });

async function post(path: string, body: BodyInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/collection/${path}`, { method: 'POST', body });
  } catch {
    throw unreachable();
  }
  if (answer.ok) return answer;
  const failure = (await answer.json().catch(() => null)) as CollectionFailure | null;
  throw failure?.code ? new Refused(failure) : unreachable();
}

const ask = async <A>(path: string, question: unknown): Promise<A> =>
  (await post(path, JSON.stringify(question))).json() as Promise<A>;

export const search = (query: Query): Promise<Found> => ask('search', query);
export const stats = (query: Query): Promise<Stats> => ask('stats', query);
export const explore = (position: PositionRequest): Promise<Explored> => ask('explore', position);
/** A game in Parlor's own format. */
export const game = (id: number): Promise<string> => ask('game', id);
export const exported = async (query: Query, format: string): Promise<Blob> =>
  (await post('export', JSON.stringify({ query, format }))).blob();

/** The default name of a file of games in a format. */
export const fileName = (format: string): string =>
  ['games', { wthor: 'wtb', moves: 'txt', transcript: 'txt' }[format] ?? format].join('.');

/** Imports files that belong together, and reports the progress. */
export async function importFiles(files: File[], tell: (progress: Progress) => void): Promise<ImportReport> {
  const head = JSON.stringify(files.map(({ name, size }) => ({ name, size }))) + '\n';
  const answer = await post('import', new Blob([head, ...files]));
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read().catch(() => ({ value: undefined, done: true }));
    if (done) throw unreachable();
    const lines = (rest + value).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      const told = JSON.parse(line) as {
        progress?: Progress;
        report?: ImportReport;
        failure?: CollectionFailure;
      };
      if (told.failure) throw new Refused(told.failure);
      if (told.report) return told.report;
      if (told.progress) tell(told.progress);
    }
  }
}

/** How many positions from the start are looked up: no named line is longer. */
const LONGEST = 24;
const known = new Map<string, string | null>();

/**
 * The name of the last opening among positions of a game, the first of which is its start. Answers are cached.
 * `null` if the server does not answer.
 */
export async function openingOf(
  game: string,
  agreements: [string, string][],
  positions: string[],
): Promise<string | null> {
  const first = positions.slice(0, LONGEST);
  const key = (position: string) => `${game} ${position}`;
  const unknown = first.filter((position) => !known.has(key(position)));
  if (unknown.length) {
    try {
      const names = await openings({ game, agreements, positions: unknown });
      unknown.forEach((position, index) => known.set(key(position), names[index]));
    } catch {
      return null;
    }
  }
  const names = first.map((position) => known.get(key(position)) ?? null);
  return names.filter((name) => name !== null).at(-1) ?? null;
}
