// The host of the page, if it is a server. `src/site/host.ts` has the same functions for a page that is its own
// host; the build chooses one of the two (`#host`), and the rest of the page does not depend on which.

import type { ImportReport } from '../wire';
import { PROTOCOL } from '../wire';

/** Whether there is a collection of games. */
export const hasCollection = true;

/** Whether a search can use several threads. */
export const hasThreads = true;

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

/** The address of the file with all games. */
export const allGames = '/games.parlor';

/** Saves all games. The link is enough here. */
export const saveAll: (event: Event) => void = () => {};
