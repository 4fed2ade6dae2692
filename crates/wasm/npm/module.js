// One instance of a WebAssembly module of Parlor, and the texts that pass to and from it. Nothing here knows games.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Instantiates a compiled module.
 *
 * @param {WebAssembly.Module} module
 * @param {(report: string) => void} [report] Hears the reports of searches while they run.
 */
export async function instantiate(module, report = () => {}) {
  const memory = () => new Uint8Array(exports.memory.buffer);
  const read = (start, length) => decoder.decode(memory().subarray(start, start + length));
  const imports = {
    parlor: {
      now: () => performance.now(),
      report: (start, length) => report(read(start, length)),
    },
  };
  const { exports } = await WebAssembly.instantiate(module, imports);
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
