// The host of the page, if it is a server. `src/site/host.ts` has the same functions for a page that is its own
// host; the build chooses one of the two (`#host`), and the rest of the page does not depend on which.

import type { CollectionFailure, ImportReport as CollectionReport, Progress, Query } from '../collection';
import type { ImportReport } from '../wire';
import { PROTOCOL } from '../wire';
import { Refused, unreachable } from './refused';

/** Whether the collection is in this browser, together with the own games. */
export const collectsHere = false;

/** Whether a search can use several threads. */
export const hasThreads = true;

/** Whether requests wait while the connection is lost. */
export const keepsRequests = false;

/** Positions of a game whose opening names are requested. */
export interface OpeningsQuestion {
  game: string;
  agreements: [string, string][];
  positions: string[];
}

/** The part of the WebSocket interface that the page uses. */
export type Socket = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

/** Connects to the host; the query identifies the session to resume. */
export function connect(query: string): Socket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(`${scheme}//${location.host}/ws?protocol=${PROTOCOL}&${query}`);
}

/** Stores every game of a file; `null` if the server could not process it. */
export async function importWhole(file: Blob): Promise<ImportReport | null> {
  try {
    const answer = await fetch('/import', { method: 'POST', body: file });
    return answer.ok ? ((await answer.json()) as ImportReport) : null;
  } catch {
    return null;
  }
}

/** The names of the openings that end in these positions, where there are any. */
export async function openings(question: OpeningsQuestion): Promise<(string | null)[]> {
  const answer = await fetch('/collection/openings', { method: 'POST', body: JSON.stringify(question) });
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()) as (string | null)[];
}

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

/** Asks about the collection. */
export const askCollection = async <A>(about: 'search' | 'stats' | 'explore', asked: unknown): Promise<A> =>
  (await post(about, JSON.stringify(asked))).json() as Promise<A>;

/** A game of the collection: its text, or the name of an own game in links. */
export const collectedGame = async (id: number): Promise<{ text: string } | { own: string }> => ({
  text: (await (await post('game', JSON.stringify(id))).json()) as string,
});

/** The games that a query finds as a file. */
export const exportCollection = async (query: Query, format: string): Promise<Blob> =>
  (await post('export', JSON.stringify({ query, format }))).blob();

/** Adds files that belong together to the collection, and reports the progress. */
export async function addToCollection(
  files: File[],
  tell: (progress: Progress) => void,
): Promise<CollectionReport> {
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
        report?: CollectionReport;
        failure?: CollectionFailure;
      };
      if (told.failure) throw new Refused(told.failure);
      if (told.report) return told.report;
      if (told.progress) tell(told.progress);
    }
  }
}

/** The address of the file with all games. */
export const allGames = '/games.parlor';

/** Saves all games. The link is enough here. */
export const saveAll: (event: Event) => void = () => {};
