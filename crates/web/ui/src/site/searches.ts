// The workers in which searches run, and the module that they share.

import type { FromSearch, ToSearch } from './messages';

/** The cache for the engines' module, by its address, which changes with its contents. */
const CACHE = 'parlor-engine';

/** The number of idle workers that are kept ready. */
const SPARE = 1;

export class Searches {
  #module: Promise<WebAssembly.Module> | null = null;
  #running = new Map<number, Worker>();
  #idle: Worker[] = [];
  #address: string;
  #hear: (message: FromSearch) => void;

  constructor(address: string, hear: (message: FromSearch) => void) {
    this.#address = address;
    this.#hear = hear;
  }

  /** Loads the engines and starts a worker. */
  async prepare(): Promise<void> {
    try {
      await this.#compiled();
      this.#refill();
    } catch {
      // The first search tries again.
    }
  }

  async start(search: number, order: string): Promise<void> {
    // Registered at once, so that a search that is cancelled while the engines are loading does not start.
    const waiting = this.#idle.pop() ?? this.#worker();
    this.#running.set(search, waiting);
    try {
      await this.#compiled();
    } catch (error) {
      console.error(error);
      if (this.#running.get(search) !== waiting) return;
      this.stop(search);
      // Without engines there is nothing to wait for; the host asks again.
      setTimeout(() => this.#hear({ type: 'thought', search, thought: null }), 1000);
      return;
    }
    if (this.#running.get(search) === waiting) this.#tell(waiting, { type: 'think', search, order });
  }

  /** Ends a search. */
  stop(search: number): void {
    const worker = this.#running.get(search);
    if (!worker) return;
    this.#running.delete(search);
    worker.terminate();
    this.#refill();
  }

  /** Ends all searches. */
  end(): void {
    for (const worker of [...this.#running.values(), ...this.#idle.splice(0)]) worker.terminate();
    this.#running.clear();
  }

  #tell(worker: Worker, message: ToSearch): void {
    worker.postMessage(message);
  }

  #refill(): void {
    while (this.#idle.length < SPARE) this.#idle.push(this.#worker());
  }

  #worker(): Worker {
    const worker = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
    this.#compiled().then(
      (module) => this.#tell(worker, { type: 'module', module }),
      () => {},
    );
    worker.onmessage = ({ data }: MessageEvent<FromSearch>) => {
      if (data.type === 'thought' && this.#running.delete(data.search)) this.#idle.push(worker);
      this.#hear(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      console.error('a search failed', event.message);
      for (const [search, running] of this.#running)
        if (running === worker) {
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
