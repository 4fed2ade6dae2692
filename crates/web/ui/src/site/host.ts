// The host of the page, if it is the page's own worker: the counterpart of `src/lib/server.ts`.

import type { ImportReport as CollectionReport, Query } from '../collection';
import { bytesOf, read, save } from '../lib/files';
import { Refused, unreachable } from '../lib/refused';
import type { OpeningsQuestion, Socket } from '../lib/server';
import type { ImportFile, ImportReport } from '../wire';
import { install } from './install';
import { canShareMemory } from './sharing';
import type { FromPage, ToPage } from './messages';

export const collectsHere = true;
/** The host sends the headers with which workers may share memory. */
export const hasThreads = canShareMemory();

/** When a tab is closed that was the host of others, one of them takes over within a moment. */
export const keepsRequests = true;

const worker = new Worker(new URL('./host.worker.ts', import.meta.url), { type: 'module' });
const sockets = new Map<number, WorkerSocket>();
const calls = new Map<number, (answer: ToPage) => void>();

const say = (message: FromPage) => worker.postMessage(message);
/** A random number, unique among all tabs of the browser and exactly representable. */
const number = () => crypto.getRandomValues(new Uint32Array(1))[0];

/** The same pace as on the server, unless the address sets another one: tests do not have to watch the moves. */
const pace = Number(new URLSearchParams(location.search).get('pace') ?? 420);

say({ type: 'begin', base: document.baseURI, pace });
install();
// The second frame begins when the first is on the screen.
requestAnimationFrame(() => requestAnimationFrame(() => say({ type: 'painted' })));
// A hidden page draws no frames, and is not in a hurry.
setTimeout(() => say({ type: 'painted' }), 3000);

worker.onmessage = ({ data }: MessageEvent<ToPage>) => {
  switch (data.type) {
    case 'tell':
      sockets.get(data.connection)?.hear(data.text);
      break;
    case 'lost':
      sockets.get(data.connection)?.lost();
      break;
    case 'saved':
    case 'imported':
    case 'openings':
    case 'collected':
      calls.get(data.call)?.(data);
      calls.delete(data.call);
  }
};

addEventListener('pagehide', (event) => {
  // A page in the back/forward cache may be shown again and continue.
  if (!event.persisted) for (const socket of sockets.values()) socket.close();
});

/** A connection to the worker that looks like a WebSocket. */
class WorkerSocket implements Socket {
  readyState: number = WebSocket.CONNECTING;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  #connection = number();

  constructor() {
    sockets.set(this.#connection, this);
    // As with a WebSocket, the caller first sets its handlers.
    queueMicrotask(() => {
      if (this.readyState !== WebSocket.CONNECTING) return;
      this.readyState = WebSocket.OPEN;
      this.onopen?.call(this as unknown as WebSocket, new Event('open'));
      say({ type: 'open', connection: this.#connection });
    });
  }

  send(text: string): void {
    say({ type: 'say', connection: this.#connection, text });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    say({ type: 'close', connection: this.#connection });
    this.lost();
  }

  hear(text: string): void {
    this.onmessage?.call(this as unknown as WebSocket, new MessageEvent('message', { data: text }));
  }

  lost(): void {
    this.readyState = WebSocket.CLOSED;
    sockets.delete(this.#connection);
    this.onclose?.call(this as unknown as WebSocket, new CloseEvent('close'));
  }
}

export function connect(): Socket {
  return new WorkerSocket();
}

function ask(request: (call: number) => FromPage): Promise<ToPage> {
  return new Promise((done) => {
    const call = number();
    calls.set(call, done);
    say(request(call));
  });
}

export async function importWhole(file: Blob): Promise<ImportReport | null> {
  const content = await read(file);
  const answer = await ask((call) => ({ type: 'import_all', call, file: content }));
  return answer.type === 'imported' ? answer.report : null;
}

export async function openings(question: OpeningsQuestion): Promise<(string | null)[]> {
  const answer = await ask((call) => ({ type: 'openings', call, ...question }));
  return answer.type === 'openings' ? answer.names : [];
}

/** The answer of the host to a request about the collection. */
async function collected(request: (call: number) => FromPage): Promise<unknown> {
  const answer = await ask(request);
  if (answer.type !== 'collected') throw unreachable();
  if (answer.failure) throw new Refused(answer.failure);
  return answer.answer;
}

const asking = (about: string, asked: unknown) => {
  // The state of a component cannot be sent to a worker as it is.
  const question = JSON.parse(JSON.stringify({ about, asked })) as { about: string; asked: unknown };
  return collected((call) => ({ type: 'collection', call, question }));
};

export const askCollection = async <A>(about: 'search' | 'stats' | 'explore', asked: unknown): Promise<A> =>
  (await asking(about, asked)) as A;

export const collectedGame = async (id: number): Promise<{ text: string } | { own: string }> =>
  (await asking('game', id)) as { text: string } | { own: string };

export const exportCollection = async (query: Query, format: string): Promise<Blob> =>
  new Blob([bytesOf((await asking('export', { query, format })) as string)]);

export async function addToCollection(files: File[]): Promise<CollectionReport> {
  const contents = await Promise.all(
    files.map(async (file): Promise<[string, ImportFile]> => [file.name, await read(file)]),
  );
  return (await collected((call) => ({ type: 'collect', call, files: contents }))) as CollectionReport;
}

export const allGames = 'games.parlor';

export async function saveAll(event: Event): Promise<void> {
  // There is no such file here: create it now.
  event.preventDefault();
  const answer = await ask((call) => ({ type: 'save_all', call }));
  if (answer.type === 'saved' && answer.text !== null)
    save(allGames, answer.text, 'text/plain;charset=utf-8');
}
