// What is only needed by whoever studies a game; it is loaded when they begin to.

export { default as Analysis } from './Analysis.svelte';
export { default as Notes } from './Notes.svelte';
export { default as Variations } from './Variations.svelte';
