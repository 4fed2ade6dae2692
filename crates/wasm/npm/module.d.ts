/** The exports of every module of Parlor. */
export interface ModuleExports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  parlor_input(length: number): number;
  parlor_output(): number;
}

/** An instance of a module. */
export interface Instance<E extends ModuleExports = ModuleExports> {
  exports: E;
  /** Passes a text to a function of the module and returns its answer. */
  pass(text: string, call: (exports: E) => number): string;
}

/** The most threads of a module with shared memory, the one that searches included. */
export const MOST_THREADS: number;

/** Creates a memory for the threads of a module. Throws where the browser does not allow shared memory. */
export function sharedMemory(): WebAssembly.Memory;

/**
 * Instantiates a compiled module. `report` receives the reports of searches while they run. A module with shared
 * memory needs that memory and the number of this thread, from 0.
 */
export function instantiate<E extends ModuleExports = ModuleExports>(
  module: WebAssembly.Module,
  report?: (report: string) => void,
  thread?: { memory: WebAssembly.Memory; number: number },
): Promise<Instance<E>>;
