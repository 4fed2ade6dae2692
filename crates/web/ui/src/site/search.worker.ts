// A worker that runs one search at a time. To cancel a search, the worker is terminated, because it receives no
// messages during a search.

import { instantiate, type Instance, type ModuleExports } from '../../../../wasm/npm/module.js';
import type { FromSearch, ToSearch } from './messages';

interface Exports extends ModuleExports {
  parlor_call(): number;
}

let current = 0;
let instance: Promise<Instance<Exports>>;

const say = (message: FromSearch) => postMessage(message);

onmessage = async ({ data }: MessageEvent<ToSearch>) => {
  if (data.type === 'module') {
    instance = instantiate<Exports>(data.module, (report) =>
      say({ type: 'reported', search: current, report }),
    );
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
