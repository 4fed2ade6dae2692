// Takes the frames of the animation in README.md: a few moves of each game, then an analysis.
// `scripts/moving-picture` runs it and joins them. The argument is the folder of the frames.

import { join } from 'node:path';
import { moveByMouse, newGame, openBrowser, startServer, waitForTurn } from './support.mjs';

const folder = process.argv[2];
const cleanups = [];
const run = { after: (cleanup) => cleanups.push(cleanup) };
let n_frames = 0;

const frame = (page) => page.screenshot({ path: join(folder, `${String(n_frames++).padStart(3, '0')}.png`) });

/** Starts a game against a medium level and plays, with a frame after each move. */
async function show(page, origin, game, side, n_moves) {
  await page.goto(`${origin}/#/`);
  await newGame(page, game, 'Computer', { level: 5, side });
  for (let i = 0; i < n_moves; i++) {
    if (!(await waitForTurn(page))) break;
    await frame(page);
    await moveByMouse(page);
    await frame(page);
  }
  await waitForTurn(page);
  await frame(page);
}

try {
  const server = await startServer(run, { pace: 400 });
  const page = await openBrowser(run, { viewport: { width: 1080, height: 680 }, colorScheme: 'light' });
  await page.goto(server.url);
  await page.locator('.game.card').first().waitFor();
  await frame(page);
  await show(page, server.origin, 'Othello', 'Black', 5);
  await show(page, server.origin, 'Ataxx', 'Red', 4);
  await show(page, server.origin, 'Lines of Action', 'Black', 4);
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.getByRole('switch').check();
  for (const depth of [4, 8]) {
    await page.waitForFunction((least) => [...document.body.innerText.matchAll(/Depth (\d+)/g)].some((found) => Number(found[1]) >= least), depth);
    await frame(page);
  }
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup();
}
