// The components for studying a game, which are loaded on demand.

export { default as Analysis } from './Analysis.svelte';
export { default as Mistakes } from './Mistakes.svelte';
export { default as Notes } from './Notes.svelte';
export { default as Variations } from './Variations.svelte';
