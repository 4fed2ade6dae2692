// Measures studying, for docs/lab/measurements.md: how soon every square has a value, how long a review takes
// during an analysis, and how long a step in a tree of 2,000 moves takes. PARLOR_SERVE is the server, a release
// build of the example `serve` of parlor-web; not a test.

import { test } from 'node:test';
import { openBrowser, startServer } from './support.mjs';
import { bigTree } from './tree.mjs';

const GAME =
  'd3c3b3e3f3c5f6f5e6d7d6f7c8c4c6e2f1e1d1a3e7d8e8f8d2g3f2b5a6a5a4c2h3b4b6c7c1b8f4g4h4a7g5h5h6g1h1h2g6b1a1h7h8g7g8b2a8g2a2b7';

async function show(page, text) {
  await page.getByRole('button', { name: 'Import a game or position' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Text').fill(text);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('grid').waitFor();
}

/** Records when something first appears on the page, in milliseconds from now on. */
const watch = (page) =>
  page.evaluate(() => {
    // An earlier observer would record the times since its own start.
    window.observer?.disconnect();
    const legal = document.querySelectorAll('[aria-label*="can be played"]').length;
    const since = performance.now();
    window.seen = {};
    const note = (name, is) => is && (window.seen[name] ??= Math.round(performance.now() - since));
    window.observer = new MutationObserver(() => {
      const values = document.querySelectorAll('[data-value]').length === legal;
      const depth = Number(document.querySelector('[data-testid=progress]')?.textContent.match(/Depth (\d+)/)?.[1] ?? 0);
      note('values', values);
      note('values at depth 10', values && depth >= 10);
      note('first point', document.querySelector('.graph svg[role=img]'));
      note('review', document.querySelector('[data-testid=summary]'));
    });
    window.observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
const seen = (page, name) => page.waitForFunction((name) => window.seen[name], name, { timeout: 180_000 }).then((found) => found.jsonValue());

test('figures', { timeout: 900_000 }, async (t) => {
  const server = await startServer(t);
  // A wide screen shows the moves and the analysis at once.
  const page = await openBrowser(t, { viewport: { width: 1920, height: 1080 } });
  await page.goto(server.url);
  await show(page, GAME);
  for (const ply of [20, 26, 32]) {
    await page.locator(`[data-ply="${ply}"]`).click();
    await page.waitForFunction(() => document.querySelector('[aria-label*="can be played"]'));
    await watch(page);
    await page.keyboard.press('a');
    console.log(`after ${ply} plies: values ${await seen(page, 'values')} ms, at depth 10 or more ${await seen(page, 'values at depth 10')} ms`);
    await page.keyboard.press('a');
  }
  for (const analysing of [false, true]) {
    if (analysing) await page.keyboard.press('a');
    await watch(page);
    await page.getByRole('button', { name: /Review the whole game|Review again/ }).click();
    console.log(`review of 60 moves, analysis ${analysing ? 'on' : 'off'}: first point ${await seen(page, 'first point')} ms, all ${await seen(page, 'review')} ms`);
    await page.reload();
    await page.getByRole('grid').waitFor();
  }
  await page.evaluate(() => (location.hash = '#/'));
  await show(page, bigTree(2000));
  const nodes = page.locator('[data-node]');
  await nodes.first().waitFor();
  await nodes.nth(1000).click();
  const steps = await processorTimes(page, [
    ...Array.from({ length: 40 }, (_, step) => (step % 2 ? 'ArrowLeft' : 'ArrowRight')),
    ...Array(40).fill('ArrowDown'),
    ...Array.from({ length: 20 }, (_, step) => (step % 2 ? 'End' : 'Home')),
    ...Array(24).fill('ArrowLeft'),
  ]);
  console.log(`a tree of ${await nodes.count()} moves, by key: milliseconds of processor time of a step, drawn (median, longest)`);
  for (const [key, times] of steps) console.log(`  ${key}: ${times[times.length >> 1].toFixed(1)}, ${times.at(-1).toFixed(1)}`);
});

/**
 * Presses keys, and returns by key how much processor time the page's main thread took until it had drawn the step: the
 * longest two tasks, one that changes the page and one that draws it. Unlike the time on the wall, it does not depend on
 * other work of the machine.
 */
async function processorTimes(page, keys) {
  const session = await page.context().newCDPSession(page);
  const events = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.start', { categories: 'toplevel,blink.user_timing', transferMode: 'ReportEvents' });
  await page.evaluate(async (keys) => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (const key of keys) {
      await frame();
      // What follows a step, such as the answer of the explorer, is not part of the next one.
      await new Promise((done) => setTimeout(done, 60));
      performance.mark('step', { detail: key });
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      await frame();
      await frame();
      performance.mark('drawn');
    }
  }, keys);
  await session.send('Tracing.end');
  await complete;
  const marks = (name) => events.filter((event) => event.name === name && event.cat.includes('user_timing')).sort((a, b) => a.ts - b.ts);
  const ends = marks('drawn');
  const times = new Map();
  for (const [index, step] of marks('step').entries()) {
    const tasks = events
      .filter(({ tid, pid, name, ts, dur }) => tid === step.tid && pid === step.pid && name.endsWith('RunTask') && ts + dur > step.ts && ts < ends[index].ts)
      .map(({ tdur }) => (tdur ?? 0) / 1000)
      .sort((one, other) => other - one);
    const key = keys[index];
    times.set(key, [...(times.get(key) ?? []), tasks[0] + (tasks[1] ?? 0)]);
  }
  for (const one of times.values()) one.sort((a, b) => a - b);
  return times;
}
