/** The addresses of the WebAssembly modules, relative to the site. The build defines them. */
declare const __HOST_MODULE__: string;
declare const __ENGINE_MODULE__: string;
/** The engines for several threads; empty if the compiler could not make them. */
declare const __THREADS_MODULE__: string;
