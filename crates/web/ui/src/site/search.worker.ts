// A worker that runs one search at a time, or one of its further threads. To cancel a search, its workers are
// terminated, because they receive no messages during a search.

import { instantiate, type Instance, type ModuleExports } from '../../../../wasm/npm/module.js';
import type { FromSearch, ToSearch } from './messages';

interface Exports extends ModuleExports {
  parlor_call(): number;
  /** Never returns. Only in a module for several threads. */
  parlor_help(): void;
}

let current = 0;
let instance: Promise<Instance<Exports>>;

const say = (message: FromSearch) => postMessage(message);

onmessage = async ({ data }: MessageEvent<ToSearch>) => {
  if (data.type === 'module') {
    const report = (text: string) => say({ type: 'reported', search: current, report: text });
    const thread = data.memory ? { memory: data.memory, number: 0 } : undefined;
    instance = instantiate<Exports>(data.module, report, thread);
    return;
  }
  if (data.type === 'help') {
    const { exports } = await instantiate<Exports>(data.module, undefined, data);
    exports.parlor_help();
    return;
  }
  const { pass } = await instance;
  current = data.search;
  // The order is passed on as text, because its numbers are too large for JavaScript.
  const call = JSON.stringify({ call: 'follow', order: data.order });
  const answer = JSON.parse(pass(call, (exports) => exports.parlor_call())) as {
    ok?: unknown;
    error?: string;
  };
  if (answer.error) console.error(answer.error);
  say({ type: 'thought', search: current, thought: answer.ok ? JSON.stringify(answer.ok) : null });
};
