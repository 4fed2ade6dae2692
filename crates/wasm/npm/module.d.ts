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

/** Instantiates a compiled module. `report` receives the reports of searches while they run. */
export function instantiate<E extends ModuleExports = ModuleExports>(
  module: WebAssembly.Module,
  report?: (report: string) => void,
): Promise<Instance<E>>;
