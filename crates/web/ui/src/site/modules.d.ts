/** The addresses of the WebAssembly modules, relative to the site. The build defines them. */
declare const __HOST_MODULE__: string;
declare const __ENGINE_MODULE__: string;
