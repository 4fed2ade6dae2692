// Games of the arena in the browser: in the page, and in the stand-alone report.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openBrowser, startServer } from './support.mjs';

const games = fileURLToPath(new URL('../arena/games.pgn', import.meta.url));

test('the page opens the games of a tournament', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Import a game or position' }).click();
  await page.locator('input[type=file]').setInputFiles(games);
  await page.getByText('4 games').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'fairy' }).first().getByRole('button').click();
  await page.locator('[data-ply="60"]').waitFor();
  assert.match(await page.locator('body').innerText(), /rhino|fairy/);
});
