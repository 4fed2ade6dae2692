// The worker that hosts the tables of this browser, in place of a server.
//
// Of several tabs, the one whose worker has the lock does this; the workers of the others forward the messages of
// their pages. When that tab is closed another takes over, and the pages reconnect as they would to a server.

import { instantiate, MOST_THREADS, type Instance, type ModuleExports } from '../../../../wasm/npm/module.js';
import { Database, type Question } from './database';
import type { FromPage, FromSearch, ToPage } from './messages';
import { Searches } from './searches';
import { canShareMemory } from './sharing';

interface Exports extends ModuleExports {
  parlor_begin(searches: number, threads: number, pace: number, seed: bigint): void;
  parlor_handle(now: number): number;
}

/** The outputs of the host; the same as `Output` in crates/site/src/messages.rs. */
type Output =
  | { type: 'tell'; connection: number; text: string }
  | { type: 'ask'; request: number; question: Question }
  | { type: 'think'; search: number; order: string; threads: number }
  | { type: 'stop'; search: number }
  | { type: 'wake'; after_ms: number }
  | Extract<ToPage, { type: 'saved' | 'imported' | 'openings' | 'collected' }>;

/** The messages between the workers of different tabs: messages from and to pages. */
type Between =
  | { to: 'host'; tab: string; message: FromPage }
  | { to: 'pages'; message: ToPage }
  /** A new host begins, which has no state of the sessions with the previous one. */
  | { to: 'all'; began: true };

const LOCK = 'parlor-host';
/** Each worker holds a lock of its own while it exists, so that the host notices when a tab is gone. */
const TAB = `parlor-tab-${crypto.randomUUID()}`;

/** How long to wait before loading the module again after a failure. */
const RETRY_MS = 2000;

const channel = new BroadcastChannel('parlor');
/** The connections of this tab's page. */
const own = new Set<number>();
/** Requests from before there is a host. */
let early: FromPage[] = [];
let host: Host | null = null;
/** The address of the site. */
let base = '';
let pace = 0;
/** Whether another tab is the host. */
let elsewhere = false;

const tellPage = (message: ToPage) => postMessage(message);
const tellTabs = (message: Between) => channel.postMessage(message);

class Host {
  #instance: Instance<Exports>;
  #searches: Searches;
  #database = new Database();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  /** The calls of other tabs, which are answered there. */
  #foreign = new Set<number>();

  constructor(instance: Instance<Exports>) {
    this.#instance = instance;
    const shares = canShareMemory();
    const engines = shares ? __THREADS_MODULE__ : __ENGINE_MODULE__;
    this.#searches = new Searches(new URL(engines, base).href, shares, (message) => this.#heard(message));
    const processors = navigator.hardwareConcurrency || 2;
    const searches = Math.max(2, Math.min(processors, 4));
    const threads = shares ? Math.min(processors, MOST_THREADS) : 1;
    const [seed] = crypto.getRandomValues(new BigUint64Array(1));
    instance.exports.parlor_begin(searches, threads, pace, seed);
    // The host asks the database for the owner.
    this.#handle({ type: 'woken' });
  }

  painted(): void {
    void this.#searches.prepare();
  }

  take(message: FromPage, foreign: boolean): void {
    switch (message.type) {
      case 'begin':
        break;
      case 'painted':
        this.painted();
        break;
      case 'open':
        this.#handle({ type: 'opened', connection: message.connection });
        break;
      case 'say':
        this.#handle({ type: 'message', connection: message.connection, text: message.text });
        break;
      case 'close':
        this.#handle({ type: 'closed', connection: message.connection });
        break;
      case 'save_all':
      case 'import_all':
      case 'openings':
      case 'collection':
      case 'collect':
        if (foreign) this.#foreign.add(message.call);
        this.#handle(message);
    }
  }

  /** Ends the searches; other results are ignored from now on. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#searches.end();
  }

  #handle(input: object): void {
    if (this.#isOver) return;
    const { pass } = this.#instance;
    let text: string;
    try {
      text = pass(JSON.stringify(input), (exports) => exports.parlor_handle(performance.now()));
    } catch (error) {
      // Nothing that a player has seen is lost: a new host continues with the stored games.
      console.error('the host failed', error);
      this.end();
      void begin();
      return;
    }
    for (const output of JSON.parse(text) as Output[]) this.#do(output);
  }

  #do(output: Output): void {
    switch (output.type) {
      case 'tell':
        if (own.has(output.connection)) tellPage(output);
        else tellTabs({ to: 'pages', message: output });
        break;
      case 'ask':
        void this.#database
          .answer(output.question)
          .then((answer) => this.#handle({ type: 'answered', request: output.request, answer }));
        break;
      case 'think':
        void this.#searches.start(output.search, output.order, output.threads);
        break;
      case 'stop':
        this.#searches.stop(output.search);
        break;
      case 'wake':
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#handle({ type: 'woken' }), output.after_ms);
        break;
      case 'saved':
      case 'imported':
      case 'openings':
      case 'collected':
        if (this.#foreign.delete(output.call)) tellTabs({ to: 'pages', message: output });
        else tellPage(output);
    }
  }

  #heard(message: FromSearch): void {
    this.#handle(message);
  }
}

/** Becomes the host of all tabs, as soon as its module can be loaded. */
async function begin(): Promise<void> {
  host = null;
  loseAll();
  tellTabs({ to: 'all', began: true });
  const address = new URL(__HOST_MODULE__, base).href;
  for (;;) {
    try {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      const module = await WebAssembly.compile(await response.arrayBuffer());
      host = new Host(await instantiate<Exports>(module));
      break;
    } catch (error) {
      console.error(error);
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
  elsewhere = false;
  for (const message of early.splice(0)) host.take(message, false);
}

/** Makes the pages of this tab reconnect: a new host has no state of their sessions. */
function loseAll(): void {
  for (const connection of own) tellPage({ type: 'lost', connection });
  own.clear();
  early = early.filter(({ type }) => type === 'painted');
}

/** Waits for its turn to be the host. On insecure pages there are no locks, and every tab is its own host. */
async function elect(): Promise<void> {
  if (!navigator.locks) return begin();
  const forever = new Promise<never>(() => {});
  void navigator.locks.request(TAB, () => forever);
  await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    await begin();
    await forever;
  });
  elsewhere = true;
  for (const message of early.splice(0)) pass(message);
  await navigator.locks.request(LOCK, async () => {
    elsewhere = false;
    await begin();
    await forever;
  });
}

/** Forwards a message of the page to the host in this tab or in another. */
function pass(message: FromPage): void {
  if (host) host.take(message, false);
  else if (elsewhere) tellTabs({ to: 'host', tab: TAB, message });
  else early.push(message);
}

/** Handles a message from the page of another tab. */
function passFrom(tab: string, message: FromPage): void {
  if (!host) return;
  if (message.type === 'open') {
    const { connection } = message;
    // The lock is released when the tab is gone.
    void navigator.locks.request(tab, () => host?.take({ type: 'close', connection }, true));
  }
  host.take(message, true);
}

channel.onmessage = ({ data }: MessageEvent<Between>) => {
  if (data.to === 'host') passFrom(data.tab, data.message);
  else if (data.to === 'all') loseAll();
  else if ('connection' in data.message ? own.has(data.message.connection) : elsewhere)
    tellPage(data.message);
};

onmessage = ({ data }: MessageEvent<FromPage>) => {
  if (data.type === 'begin') {
    ({ base, pace } = data);
    void elect();
    return;
  }
  if (data.type === 'open') own.add(data.connection);
  if (data.type === 'close') own.delete(data.connection);
  pass(data);
};
