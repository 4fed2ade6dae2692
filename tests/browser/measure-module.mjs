// Measures nodes per second of processor time, of the WebAssembly module and of the native program; not a test.
// PARLOR_ENGINE, PARLOR_CALLS and PARLOR_ENGINE_THREADS, which may be missing, are those of module.test.mjs.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { instantiate, sharedMemory } from '../../crates/wasm/npm/module.js';

const compiled = (file) => WebAssembly.compile(readFileSync(file));
const module = await compiled(process.env.PARLOR_ENGINE);
const shared = process.env.PARLOR_ENGINE_THREADS && (await compiled(process.env.PARLOR_ENGINE_THREADS));

/** The processor time of the native program for some calls, in seconds, and its last answer. */
function native(calls) {
  const input = calls.map((call) => JSON.stringify(call)).join('\n');
  const command = `TIMEFORMAT=%U; time ${process.env.PARLOR_CALLS}`;
  const { stdout, stderr } = spawnSync('bash', ['-c', command], { input, encoding: 'utf8' });
  return { seconds: Number(stderr.trim()), last: JSON.parse(stdout.trim().split('\n').at(-1)).ok };
}

/** Millions of nodes per second of processor time, in a module with or without shared memory. */
async function measured(module, thread, before, last) {
  const { pass } = await instantiate(module, undefined, thread);
  const wasm = (call) => JSON.parse(pass(JSON.stringify(call), (exports) => exports.parlor_call())).ok;
  before.forEach(wasm);
  const since = process.cpuUsage();
  const { nodes } = wasm(last);
  return nodes / process.cpuUsage(since).user;
}

for (const game of ['othello', 'ataxx', 'loa']) {
  const think = (nodes) => ({ call: 'think', player: 2, game: 1, limits: { nodes } });
  const before = [{ call: 'new', game }, { call: 'player', game, player: 'hash=16', seed: 1 }, think(100_000)];
  const last = think(600_000);
  const here = await measured(module, undefined, before, last);
  const all = native([...before, last]);
  const there = all.last.nodes / (all.seconds - native(before).seconds) / 1e6;
  console.log(`${game}: ${here.toFixed(2)} M nodes a second, native ${there.toFixed(2)}, ratio ${(here / there).toFixed(2)}`);
  if (shared) {
    const one = await measured(shared, { memory: sharedMemory(), number: 0 }, before, last);
    console.log(`${game}: ${one.toFixed(2)} M nodes a second with shared memory, one thread`);
  }
}
