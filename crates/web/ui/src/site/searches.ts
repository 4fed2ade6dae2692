// The workers in which searches run, and the module that they share.

import { sharedMemory } from '../../../../wasm/npm/module.js';
import type { FromSearch, ToSearch } from './messages';

/** The cache for the engines' module, by its address, which changes with its contents. */
const CACHE = 'parlor-engine';

/** The number of idle workers that are kept ready. */
const SPARE = 1;

/** The workers of one search at a time: the first leads, and the others are its further threads. */
interface Team {
  leader: Worker;
  helpers: Worker[];
  /** The memory that they share, if they do. */
  memory: WebAssembly.Memory | null;
}

export class Searches {
  #module: Promise<WebAssembly.Module> | null = null;
  #running = new Map<number, Team>();
  #idle: Team[] = [];
  #address: string;
  #shares: boolean;
  #hear: (message: FromSearch) => void;

  /** `shares`: whether the module at this address is made for workers that share memory. */
  constructor(address: string, shares: boolean, hear: (message: FromSearch) => void) {
    this.#address = address;
    this.#shares = shares;
    this.#hear = hear;
  }

  /** Loads the engines and starts a worker. */
  async prepare(): Promise<void> {
    try {
      await this.#compiled();
    } catch {
      // The first search tries again.
      return;
    }
    this.#refill();
  }

  async start(search: number, order: string, threads: number): Promise<void> {
    let waiting: Team | undefined;
    let module: WebAssembly.Module;
    try {
      waiting = this.#idle.pop() ?? this.#team();
      // Registered at once, so that a search that is cancelled while the engines are loading does not start.
      this.#running.set(search, waiting);
      module = await this.#compiled();
    } catch (error) {
      console.error(error);
      if (this.#running.get(search) !== waiting) return;
      this.stop(search);
      // Without engines or memory there is nothing to wait for; the host asks again.
      setTimeout(() => this.#hear({ type: 'thought', search, thought: null }), 1000);
      return;
    }
    if (this.#running.get(search) !== waiting) return;
    // Helpers may come late: a search begins without them.
    while (waiting.memory && waiting.helpers.length < threads - 1) this.#addHelper(waiting, module);
    tell(waiting.leader, { type: 'think', search, order });
  }

  /** Ends a search. */
  stop(search: number): void {
    const team = this.#running.get(search);
    if (!team) return;
    this.#running.delete(search);
    terminate(team);
    this.#refill();
  }

  /** Ends all searches. */
  end(): void {
    for (const team of [...this.#running.values(), ...this.#idle.splice(0)]) terminate(team);
    this.#running.clear();
  }

  #refill(): void {
    try {
      while (this.#idle.length < SPARE) this.#idle.push(this.#team());
    } catch (error) {
      // There is no memory for another one now. The next search tries again.
      console.warn(error);
    }
  }

  /** Starts the first worker of a team. Fails if there is no memory for it. */
  #team(): Team {
    const memory = this.#shares ? sharedMemory() : null;
    const leader = this.#worker(() => team);
    const team: Team = { leader, helpers: [], memory };
    leader.onmessage = ({ data }: MessageEvent<FromSearch>) => {
      if (data.type === 'thought' && this.#running.delete(data.search)) this.#idle.push(team);
      this.#hear(data);
    };
    this.#compiled().then(
      (module) => tell(leader, { type: 'module', module, memory: team.memory }),
      () => {},
    );
    return team;
  }

  #addHelper(team: Team, module: WebAssembly.Module): void {
    const helper = this.#worker(() => team);
    team.helpers.push(helper);
    tell(helper, { type: 'help', module, memory: team.memory!, number: team.helpers.length });
  }

  /** A worker whose failure ends the search of its team. */
  #worker(team: () => Team): Worker {
    const worker = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
    worker.onerror = (event) => {
      event.preventDefault();
      console.error('a search failed', event.message);
      for (const [search, running] of this.#running)
        if (running === team()) {
          this.stop(search);
          this.#hear({ type: 'thought', search, thought: null });
        }
    };
    return worker;
  }

  #compiled(): Promise<WebAssembly.Module> {
    this.#module ??= load(this.#address).catch((error: unknown) => {
      this.#module = null;
      throw error;
    });
    return this.#module;
  }
}

function tell(worker: Worker, message: ToSearch): void {
  worker.postMessage(message);
}

function terminate({ leader, helpers }: Team): void {
  for (const worker of [leader, ...helpers]) worker.terminate();
}

/** Loads the module at an address, from the cache if possible. */
async function load(address: string): Promise<WebAssembly.Module> {
  // Insecure pages have no cache.
  const cache = 'caches' in globalThis ? await caches.open(CACHE) : null;
  let response = await cache?.match(address);
  if (!response) {
    response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    if (cache) {
      await cache.put(address, response.clone());
      for (const request of await cache.keys()) if (request.url !== address) await cache.delete(request);
    }
  }
  return WebAssembly.compile(await response.arrayBuffer());
}
