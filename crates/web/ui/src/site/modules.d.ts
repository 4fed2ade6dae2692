/** Where the WebAssembly modules are, below the address of the site. The build says it. */
declare const __HOST_MODULE__: string;
declare const __ENGINE_MODULE__: string;
