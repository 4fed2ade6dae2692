// One instance of a WebAssembly module of Parlor, and the texts that pass to and from it. Nothing here knows games.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The size of a memory that threads share, in pages of 64 KiB: at first, and at most (scripts/wasm-module). */
const PAGES = { initial: 1024, maximum: 8192 };
/** The size of the space of each thread (crates/wasm/src/helpers.rs). */
const THREAD_SPACE = 1 << 20;

/** Threads that a module with shared memory has at most, the one that searches included. */
export const MOST_THREADS = 8;

/** Creates a memory for the threads of a module. Fails where the browser does not allow shared memory. */
export function sharedMemory() {
  return new WebAssembly.Memory({ ...PAGES, shared: true });
}

/**
 * Instantiates a compiled module.
 *
 * @param {WebAssembly.Module} module
 * @param {(report: string) => void} [report] Hears the reports of searches while they run.
 * @param {{ memory: WebAssembly.Memory, number: number }} [thread] For a module with shared memory: that memory, and
 *   the number of this thread, from 0.
 */
export async function instantiate(module, report = () => {}, thread = undefined) {
  const memory = () => new Uint8Array((thread?.memory ?? exports.memory).buffer);
  // Shared memory cannot be decoded, so its text is copied.
  const read = (start, length) => decoder.decode(memory().slice(start, start + length));
  const imports = {
    parlor: {
      // The threads of a module need one clock, and each worker counts from its own start.
      now: () => performance.timeOrigin + performance.now(),
      report: (start, length) => report(read(start, length)),
    },
    ...(thread && { env: { memory: thread.memory } }),
  };
  const { exports } = await WebAssembly.instantiate(module, imports);
  if (thread) enter(exports, thread.number);
  return {
    exports,
    /** Passes a text to a function of the module and returns the text that it answers with. */
    pass(text, call) {
      const bytes = encoder.encode(text);
      const start = exports.parlor_input(bytes.length);
      memory().set(bytes, start);
      // The memory may have grown meanwhile, so it is read again.
      const length = call(exports);
      return read(exports.parlor_output(), length);
    },
  };
}

/** Gives this thread its own stack and its own thread-local variables. */
function enter(exports, number) {
  const space = exports.PARLOR_THREAD_SPACE.value + number * THREAD_SPACE;
  const align = Math.max(exports.__tls_align.value, 1);
  exports.__stack_pointer.value = space + THREAD_SPACE;
  exports.__wasm_init_tls(Math.ceil(space / align) * align);
}
