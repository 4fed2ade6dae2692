// The host of the page, if it is the page's own worker: the counterpart of `src/lib/server.ts`.

import { read, save } from '../lib/files';
import type { OpeningsQuestion, Socket } from '../lib/server';
import type { ImportReport } from '../wire';
import { install } from './install';
import type { FromPage, ToPage } from './messages';

export const hasCollection = false;
/** A worker has one thread; several searches run in several workers. */
export const hasThreads = false;

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

export const allGames = 'games.parlor';

export async function saveAll(event: Event): Promise<void> {
  // There is no such file here: create it now.
  event.preventDefault();
  const answer = await ask((call) => ({ type: 'save_all', call }));
  if (answer.type === 'saved' && answer.text !== null)
    save(allGames, answer.text, 'text/plain;charset=utf-8');
}
