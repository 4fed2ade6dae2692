// Runs the test files that are named, or all of them. `node --test` would start them in the order of their names; a long one that
// starts last keeps one processor busy while the others wait.

import { readdirSync } from 'node:fs';
import { run } from 'node:test';
import { tap } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

/** The files that take longest, the longest first. */
const LONG = ['playing', 'looks', 'site', 'site-study', 'phones', 'rubric', 'together', 'newcomer', 'study', 'connection', 'puzzles'];
/** Three files at a time keep two processors busy: a test waits for its browser or its server a quarter of the time. */
const AT_ONCE = 3;

const here = fileURLToPath(new URL('.', import.meta.url));
const rank = (file) => {
  const place = LONG.indexOf(file.replace('.test.mjs', ''));
  return place < 0 ? LONG.length : place;
};
const named = process.argv.slice(2);
const files = named.length ? named : readdirSync(here).filter((file) => file.endsWith('.test.mjs'));
files.sort((a, b) => rank(a) - rank(b));

run({ files: files.map((file) => `${here}${file}`), concurrency: AT_ONCE })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(tap)
  .pipe(process.stdout);
