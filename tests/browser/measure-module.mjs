// Measures nodes per second of processor time, of the WebAssembly module and of the native program; not a test.
// PARLOR_ENGINE and PARLOR_CALLS are those of module.test.mjs.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { instantiate } from '../../crates/wasm/npm/module.js';

const module = await WebAssembly.compile(readFileSync(process.env.PARLOR_ENGINE));

/** The processor time of the native program for some calls, in seconds, and its last answer. */
function native(calls) {
  const input = calls.map((call) => JSON.stringify(call)).join('\n');
  const command = `TIMEFORMAT=%U; time ${process.env.PARLOR_CALLS}`;
  const { stdout, stderr } = spawnSync('bash', ['-c', command], { input, encoding: 'utf8' });
  return { seconds: Number(stderr.trim()), last: JSON.parse(stdout.trim().split('\n').at(-1)).ok };
}

for (const game of ['othello', 'ataxx', 'loa']) {
  const think = (nodes) => ({ call: 'think', player: 2, game: 1, limits: { nodes } });
  const before = [{ call: 'new', game }, { call: 'player', game, player: 'hash=16', seed: 1 }, think(100_000)];
  const { pass } = await instantiate(module);
  const wasm = (call) => JSON.parse(pass(JSON.stringify(call), (exports) => exports.parlor_call())).ok;
  before.forEach(wasm);
  const since = process.cpuUsage();
  const { nodes } = wasm(think(600_000));
  const here = nodes / process.cpuUsage(since).user;
  const all = native([...before, think(600_000)]);
  const there = all.last.nodes / (all.seconds - native(before).seconds) / 1e6;
  console.log(`${game}: ${here.toFixed(2)} M nodes a second, native ${there.toFixed(2)}, ratio ${(here / there).toFixed(2)}`);
}
