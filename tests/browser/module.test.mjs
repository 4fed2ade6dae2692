// The WebAssembly module of the engines, in Node: it gives the same results as the native program, for the same
// seed and budget.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { load } from '../../crates/wasm/npm/index.js';
import { instantiate, sharedMemory } from '../../crates/wasm/npm/module.js';

/** The module, built by scripts/npm-package, and the native program that answers the same calls. */
const MODULE = process.env.PARLOR_ENGINE;
const TWIN = process.env.PARLOR_CALLS;
/** The same with shared memory, for several threads. */
const THREADS = process.env.PARLOR_ENGINE_THREADS;
const options = { skip: !MODULE && 'scripts/npm-package builds the module and runs this' };

/** A session of calls for both: a game between two players, and an analysis of the final position. */
function session(game, first, second, plies) {
  const calls = [
    { call: 'new', game },
    { call: 'player', game, player: first, seed: 7 },
    { call: 'player', game, player: second, seed: 8 },
  ];
  return { calls, plies, game: 1, players: [2, 3] };
}

/** Plays a session through `answer`, and returns all answers without their times. */
function played({ calls, plies, game, players }, answer) {
  const answers = calls.map(answer);
  for (let ply = 0; ply < plies; ply++) {
    const thought = answer({ call: 'think', player: players[ply % 2], game });
    if (!thought.ok) break;
    delete thought.ok.time_ms;
    answers.push(thought, answer({ call: 'play', game, move: thought.ok.best }));
  }
  return [...answers, answer({ call: 'state', game })];
}

for (const game of ['othello', 'ataxx', 'loa'])
  test(`${game}: the same moves, scores and nodes as the native program`, options, async () => {
    const module = await WebAssembly.compile(readFileSync(MODULE));
    for (const script of [session(game, 'level=3', 'level=5', 24), session(game, 'nodes=3000,hash=8', 'nodes=3000,hash=8', 6)]) {
      // Each session has its own instance: games and players are numbered from 1, as in the native program.
      const { pass } = await instantiate(module);
      const wasm = (call) => JSON.parse(pass(JSON.stringify(call), (exports) => exports.parlor_call()));
      const here = played(script, wasm);
      // The native program gets the module's calls; the answers must be equal, to the last node.
      const asked = [...script.calls];
      for (const answer of here.slice(3, -1))
        if (answer.ok?.best) {
          asked.push({ call: 'think', player: script.players[((asked.length - 3) / 2) % 2], game: 1 });
          asked.push({ call: 'play', game: 1, move: answer.ok.best });
        }
      asked.push({ call: 'state', game: 1 });
      const { stdout } = spawnSync(TWIN, { input: asked.map((call) => JSON.stringify(call)).join('\n'), encoding: 'utf8', maxBuffer: 1 << 26 });
      const there = stdout.trim().split('\n').map((line) => JSON.parse(line));
      for (const answer of there) if (answer.ok?.best) delete answer.ok.time_ms;
      assert.deepEqual(here, there);
    }
  });

test('the vector code gives the same results as the portable code', options, async () => {
  const { pass } = await instantiate(await WebAssembly.compile(readFileSync(MODULE)));
  const answer = pass(JSON.stringify({ call: 'check', cases: 5000 }), (exports) => exports.parlor_call());
  assert.deepEqual(JSON.parse(answer), { ok: true });
});

test('the npm package plays a game, refuses illegal moves, and reports progress', options, async () => {
  const parlor = await load(readFileSync(MODULE));
  assert.deepEqual(parlor.games().map(({ name }) => name), ['othello', 'ataxx', 'loa']);
  const game = parlor.newGame('othello', { size: '6x6' });
  assert.equal(game.state().cells.length, 36);
  assert.throws(() => game.play('a1'), /a1/);
  const player = parlor.player('othello', { level: 2, seed: 3 });
  for (let state = game.state(); !state.outcome; state = game.state()) game.play(player.think(game).best);
  assert.equal(player.think(game), null);
  const [read] = parlor.read(game.write());
  assert.deepEqual(read.state(), game.state());
  assert.ok(game.undo());
  const depths = [];
  const engine = parlor.player('loa');
  const { lines, timeMs } = engine.think(parlor.newGame('loa'), { depth: 3, lines: 2 }, ({ depth }) => depths.push(depth));
  assert.equal(lines.length, 2);
  assert.ok(timeMs >= 0 && depths.includes(3));
  assert.throws(() => parlor.newGame('chess'), /chess/);
  player.free();
  assert.throws(() => player.think(game), /no player/);
});

/** A worker that helps with the searches in a memory, and counts how often it reads the clock. */
const HELPER = `
  import { workerData } from 'node:worker_threads';
  const { address, module, memory, number, reads } = workerData;
  const { instantiate } = await import(address);
  const now = performance.now.bind(performance);
  performance.now = () => (Atomics.add(reads, 0, 1), now());
  const { exports } = await instantiate(module, () => {}, { memory, number });
  exports.parlor_help();
`;

test('several threads search in one memory', { skip: !THREADS && 'scripts/site-modules builds the module with threads' }, async (t) => {
  const module = await WebAssembly.compile(readFileSync(THREADS));
  const memory = sharedMemory();
  const { pass } = await instantiate(module, () => {}, { memory, number: 0 });
  const call = (request) => JSON.parse(pass(JSON.stringify(request), (exports) => exports.parlor_call())).ok;
  const address = new URL('../../crates/wasm/npm/module.js', import.meta.url).href;
  let failure;
  const helpers = [1, 2].map((number) => {
    const reads = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(HELPER)}`), { workerData: { address, module, memory, number, reads } });
    worker.on('error', (error) => {
      failure = error;
    });
    t.after(() => worker.terminate());
    return reads;
  });
  for (const game of ['othello', 'ataxx', 'loa']) {
    const number = call({ call: 'new', game });
    const legal = call({ call: 'state', game: number }).legal.map(({ text }) => text);
    for (const reads of helpers) Atomics.store(reads, 0, 0);
    // A helper that is late helps with a later search.
    do {
      assert.ifError(failure);
      const player = call({ call: 'player', game, player: 'hash=8,threads=3', seed: 1 });
      const { best, depth } = call({ call: 'think', player, game: number, limits: { depth: 11, time_ms: 600_000 } });
      call({ call: 'forget', number: player });
      assert.ok(legal.includes(best) && depth >= 11, `${best} at depth ${depth}`);
      await new Promise((done) => setTimeout(done, 1));
    } while (helpers.some((reads) => Atomics.load(reads, 0) === 0));
  }
});

test('a search with one thread gives the same result in the module for several', { skip: (!THREADS || !MODULE) && 'scripts/site-modules builds the module with threads' }, async () => {
  for (const game of ['othello', 'ataxx', 'loa']) {
    const found = [];
    for (const [file, thread] of [[MODULE], [THREADS, { memory: sharedMemory(), number: 0 }]]) {
      const { pass } = await instantiate(await WebAssembly.compile(readFileSync(file)), () => {}, thread);
      const call = (request) => JSON.parse(pass(JSON.stringify(request), (exports) => exports.parlor_call())).ok;
      const number = call({ call: 'new', game });
      const player = call({ call: 'player', game, player: 'level=6', seed: 3 });
      const { time_ms: _, ...thought } = call({ call: 'think', player, game: number });
      found.push(thought);
    }
    assert.deepEqual(found[0], found[1]);
  }
});
