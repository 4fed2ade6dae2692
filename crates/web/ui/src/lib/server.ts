// How the page reaches its host, where that is a server. `src/site/host.ts` has the same functions for a page that is its
// own host; the build chooses one of the two (`#host`), and the rest of the page does not know which.

import type { ImportReport } from '../wire';
import { PROTOCOL } from '../wire';

/** Whether there is a collection of games. */
export const hasCollection = true;

/** Whether a search can use several threads. */
export const hasThreads = true;

/** Positions of a game that may end an opening with a name. */
export interface OpeningsQuestion {
  game: string;
  agreements: [string, string][];
  positions: string[];
}

/** What the page needs of a WebSocket. */
export type Socket = Pick<WebSocket, 'readyState' | 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

/** Connects to the host; the query says with which conversation to go on. */
export function connect(query: string): Socket {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(`${scheme}//${location.host}/ws?protocol=${PROTOCOL}&${query}`);
}

/** Stores every game of a file; nothing if the server could not take it. */
export async function importWhole(file: Blob): Promise<ImportReport | null> {
  try {
    const answer = await fetch('/import', { method: 'POST', body: file });
    return answer.ok ? ((await answer.json()) as ImportReport) : null;
  } catch {
    return null;
  }
}

/** The names of the openings that positions end, where they have one. */
export async function openings(question: OpeningsQuestion): Promise<(string | null)[]> {
  const answer = await fetch('/collection/openings', { method: 'POST', body: JSON.stringify(question) });
  if (!answer.ok) throw new Error(answer.statusText);
  return (await answer.json()) as (string | null)[];
}

/** Where all games are, as one file. */
export const allGames = '/games.parlor';

/** Somebody follows the link to all games, which is enough here. */
export const saveAll: (event: Event) => void = () => {};
