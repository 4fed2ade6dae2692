// Measures the site, for docs/lab/measurements.md: the size of the first load, how soon level 5 answers, and how
// soon an analysis shows something. PARLOR_SITE is the folder that scripts/site wrote; not a test.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { moveByMouse, newGame, waitForTurn } from './support.mjs';

const SITE = process.env.PARLOR_SITE;
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };
const MOVES = 6;

const sent = [];
const server = createServer(({ url }, answer) => {
  const name = decodeURIComponent(new URL(url, 'http://here').pathname).slice(1) || 'index.html';
  const file = join(SITE, name);
  if (!existsSync(file) || !statSync(file).isFile()) return answer.writeHead(404).end();
  const body = gzipSync(readFileSync(file), { level: name.endsWith('.wasm') ? 1 : 9 });
  sent.push({ name, bytes: body.length });
  return answer.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream', 'content-encoding': 'gzip' }).end(body);
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));
const browser = await chromium.launch({ executablePath: process.env.PARLOR_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const home = `http://127.0.0.1:${server.address().port}/?pace=0`;

/** A page with an empty profile. */
async function open() {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(home);
  await page.getByRole('button', { name: 'Choose opponent, side and rules of Othello' }).waitFor();
  return page;
}

await (await open()).context().close();
const files = sent.filter(({ name }) => !name.endsWith('.wasm'));
console.log(`first load: ${files.length} files, ${files.reduce((sum, { bytes }) => sum + bytes, 0)} bytes compressed, without modules`);

for (const [game, side] of [
  ['Othello', 'Black'],
  ['Ataxx', 'Blue'],
  ['Lines of Action', 'Black'],
]) {
  const page = await open();
  await page.evaluate(() => {
    window.times = [];
    let seen = 0;
    let since = 0;
    new MutationObserver(() => {
      const plies = document.querySelectorAll('[data-ply]').length;
      if (plies > seen && plies % 2 === 0) window.times.push(Math.round(performance.now() - since));
      if (plies !== seen) since = performance.now();
      seen = plies;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await newGame(page, game, 'Computer', { level: 5, side });
  for (let move = 1; move <= MOVES; move++) {
    await waitForTurn(page);
    await moveByMouse(page);
    await page.locator(`[data-ply="${2 * move}"]`).waitFor();
  }
  console.log(`${game}: level 5 answers after ${(await page.evaluate(() => window.times)).join(', ')} ms`);
  await page.evaluate(() => {
    window.shown = null;
    const since = performance.now();
    new MutationObserver(() => {
      if (document.querySelector('[data-value], [data-testid=progress]')) window.shown ??= Math.round(performance.now() - since);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('a');
  await page.waitForFunction(() => window.shown !== null);
  console.log(`${game}: the first analysis is shown after ${await page.evaluate(() => window.shown)} ms`);
  await page.context().close();
}
await browser.close();
server.close();
