// What only studying a game needs; it is loaded when that begins.

export { default as Analysis } from './Analysis.svelte';
export { default as Mistakes } from './Mistakes.svelte';
export { default as Notes } from './Notes.svelte';
export { default as Variations } from './Variations.svelte';
