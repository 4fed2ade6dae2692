// Rules and engines of Parlor. Every call goes to the WebAssembly module as JSON and comes back as JSON.

import { instantiate } from './module.js';

/** Loads the module that lies beside this file, or the one that is given. */
export async function load(source) {
  let hear = () => {};
  const instance = await instantiate(await compiled(source), (report) => hear(JSON.parse(report)));
  const call = (request, onReport = () => {}) => {
    hear = onReport;
    const answer = JSON.parse(instance.pass(JSON.stringify(request), (exports) => exports.parlor_call()));
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.ok;
  };
  return new Parlor(call);
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  // Bundlers look for exactly this form.
  const own = new URL('./engine.wasm', import.meta.url);
  const address = source === undefined ? own : new URL(source, globalThis.location?.href ?? own);
  if (address.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(address));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

class Parlor {
  #call;

  constructor(call) {
    this.#call = call;
  }

  games() {
    return this.#call({ call: 'games' });
  }

  newGame(game, { position, ...agreements } = {}) {
    return new Game(this.#call, this.#call({ call: 'new', game, agreements, position }));
  }

  read(text) {
    return this.#call({ call: 'read', text }).map((number) => new Game(this.#call, number));
  }

  player(game, { level, hash, seed = 0 } = {}) {
    const player = level === undefined ? `hash=${hash ?? 16}` : `level=${level}`;
    return new Player(this.#call, this.#call({ call: 'player', game, player, seed }));
  }
}

class Game {
  #call;
  #number;

  constructor(call, number) {
    this.#call = call;
    this.#number = number;
  }

  get number() {
    return this.#number;
  }

  state() {
    return this.#call({ call: 'state', game: this.#number });
  }

  play(move) {
    this.#call({ call: 'play', game: this.#number, move });
    return this;
  }

  undo() {
    return this.#call({ call: 'undo', game: this.#number });
  }

  write(format) {
    return this.#call({ call: 'write', game: this.#number, format });
  }

  free() {
    this.#call({ call: 'forget', number: this.#number });
  }
}

class Player {
  #call;
  #number;

  constructor(call, number) {
    this.#call = call;
    this.#number = number;
  }

  think(game, { depth, nodes, timeMs, moves = [], lines = 1 } = {}, onReport) {
    const limits = { depth, nodes, time_ms: timeMs, moves, lines };
    const thought = this.#call({ call: 'think', player: this.#number, game: game.number, limits }, (report) =>
      onReport?.(renamed(report)),
    );
    return thought && renamed(thought);
  }

  free() {
    this.#call({ call: 'forget', number: this.#number });
  }
}

/** The names of JavaScript for those of the module. */
function renamed({ time_ms: timeMs, hash_per_mille: hashPerMille, ...rest }) {
  return hashPerMille === undefined ? { ...rest, timeMs } : { ...rest, timeMs, hashPerMille };
}
