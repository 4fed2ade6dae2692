// The worker that hosts the tables of this browser: what the server is elsewhere.
//
// One tab of several does it, the one whose worker has the lock; the workers of the others pass on what their pages say.
// When that tab is closed another takes over, and the pages connect again as they would to a server.

import { instantiate, type Instance, type ModuleExports } from '../../../../wasm/npm/module.js';
import { Database, type Question } from './database';
import type { FromPage, FromSearch, ToPage } from './messages';
import { Searches } from './searches';

interface Exports extends ModuleExports {
  parlor_begin(places: number, pace: number, seed: bigint): void;
  parlor_handle(now: number): number;
}

/** What the host says is to be done; the same as `Output` in crates/site/src/messages.rs. */
type Output =
  | { type: 'tell'; connection: number; text: string }
  | { type: 'ask'; request: number; question: Question }
  | { type: 'think'; search: number; order: string }
  | { type: 'stop'; search: number }
  | { type: 'wake'; after_ms: number }
  | Extract<ToPage, { type: 'saved' | 'imported' | 'openings' }>;

/** What workers of different tabs say to each other: what a page says, and what a page is told. */
type Between =
  | { to: 'host'; tab: string; message: FromPage }
  | { to: 'pages'; message: ToPage }
  /** A host begins: it knows nothing of the conversations with the one before. */
  | { to: 'all'; began: true };

const LOCK = 'parlor-host';
/** Each worker holds a lock of its own as long as it lives, so that the host notices when a tab is gone. */
const TAB = `parlor-tab-${crypto.randomUUID()}`;

/** How long after the module could not be loaded that is tried again. */
const RETRY_MS = 2000;

const channel = new BroadcastChannel('parlor');
/** The connections of this tab's page. */
const own = new Set<number>();
/** What is asked of the host before there is one. */
let early: FromPage[] = [];
let host: Host | null = null;
/** Where the site is. */
let base = '';
let pace = 0;
/** Whether another tab hosts. */
let elsewhere = false;

const tellPage = (message: ToPage) => postMessage(message);
const tellTabs = (message: Between) => channel.postMessage(message);

class Host {
  #instance: Instance<Exports>;
  #searches: Searches;
  #database = new Database();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  /** Calls of other tabs are answered there. */
  #foreign = new Set<number>();

  constructor(instance: Instance<Exports>) {
    this.#instance = instance;
    this.#searches = new Searches(new URL(__ENGINE_MODULE__, base).href, (message) => this.#heard(message));
    const places = Math.max(2, Math.min(navigator.hardwareConcurrency || 2, 4));
    const [seed] = crypto.getRandomValues(new BigUint64Array(1));
    instance.exports.parlor_begin(places, pace, seed);
    // The host asks the database who plays here.
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
        this.#handle({ type: 'said', connection: message.connection, text: message.text });
        break;
      case 'close':
        this.#handle({ type: 'closed', connection: message.connection });
        break;
      case 'save_all':
      case 'import_all':
      case 'openings':
        if (foreign) this.#foreign.add(message.call);
        this.#handle(message);
    }
  }

  /** Ends the searches; what comes of anything else is not heard any more. */
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
      // Nothing is lost that anybody has seen: a fresh host goes on with what is stored.
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
        void this.#searches.start(output.search, output.order);
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

/** The pages of this tab must connect again: another host knows nothing of their conversations. */
function loseAll(): void {
  for (const connection of own) tellPage({ type: 'lost', connection });
  own.clear();
  early = early.filter(({ type }) => type === 'painted');
}

/** Waits for its turn to host. Where a page is not secure there are no locks, and every tab is its own host. */
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

/** Passes on what the page says, to the host in this tab or in another. */
function pass(message: FromPage): void {
  if (host) host.take(message, false);
  else if (elsewhere) tellTabs({ to: 'host', tab: TAB, message });
  else early.push(message);
}

/** Something from the page of another tab. */
function passFrom(tab: string, message: FromPage): void {
  if (!host) return;
  if (message.type === 'open') {
    const { connection } = message;
    // The lock is free when the tab is gone.
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
