// Help, undo, switching sides, hints, editor, import and export, games that are kept.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, moveByMouse, moveCount, newGame, openBrowser, startServer, status, waitForTurn } from './support.mjs';

test('help, undo, redo and switching sides in mid-game', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Lines of Action', 'Computer', { level: 1, side: 'Black' });
  await moveByMouse(page);
  await waitForTurn(page);
  assert.equal(await moveCount(page), 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('No moves yet.').waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.locator('[data-ply="2"]').waitFor();

  // The computer takes black over: it moves at once. Then a person takes white.
  await page.getByTestId('switch-white').selectOption({ label: 'Person' });
  await page.getByTestId('switch-black').selectOption({ label: 'Beginner' });
  await page.locator('[data-ply="3"]').waitFor();
  await waitForTurn(page);
  await moveByMouse(page);
  await page.locator('[data-ply="5"]').waitFor();

  // Stepping back changes nothing until it is asked for.
  await page.getByRole('button', { name: 'Previous move' }).click();
  await page.getByText('Looking at move').waitFor();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.getByText('Looking at move').waitFor({ state: 'detached' });

  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Lines of Action', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
  await page.goBack();
  await page.locator('[data-ply="5"]').waitFor();
});

test('a hint can be followed', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Ataxx', 'Friend here');
  await page.getByRole('button', { name: 'Hint' }).click();
  const text = await page.locator('.why strong').innerText();
  await page.getByLabel('Type a move').fill(text);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('[data-ply="1"]').waitFor();
  assert.equal(await page.locator('[data-ply="1"]').innerText(), text);
});

test('analysis shows lines and a bar, and a review judges the whole game', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Othello', 'Friend here');
  for (let i = 0; i < 4; i++) {
    await waitForTurn(page);
    await moveByMouse(page);
  }
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.getByRole('switch').check();
  await page.getByText(/^Depth \d+/).waitFor();
  assert.equal(await page.locator('.lines li').count(), 3);
  await page.getByRole('img', { name: /^Evaluation/ }).waitFor();
  await page.getByRole('button', { name: 'Review the whole game' }).click();
  await page.getByRole('button', { name: 'Review again' }).waitFor();
  await page.getByRole('img', { name: /^Chances of black/ }).waitFor();
});

test('a position is set up, played and shared', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Editor' }).click();
  await page.getByRole('radio', { name: 'Lines of Action' }).click();
  await page.getByRole('button', { name: 'Empty board' }).click();
  for (const square of ['a1', 'c3', 'h8']) await page.locator(`[data-name=${square}]`).click();
  await page.getByRole('button', { name: 'White' }).first().click();
  for (const square of ['d5', 'g2']) await page.locator(`[data-name=${square}]`).click();
  await page.getByText('7x/8/8/3o4/8/2x5/6o1/x7 x').waitFor();
  await page.getByRole('button', { name: 'Analysis board' }).click();
  await page.getByTestId('status').waitFor();
  assert.equal(await status(page), 'Black to move');
  assert.match((await page.locator('[data-name=c3]').getAttribute('aria-label')) ?? '', /black/);
  await page.goto(`${server.origin}/#/p/loa?at=${encodeURIComponent('7x/8/8/3o4/8/2x5/6o1/x7 o')}`);
  await page.getByTestId('status').filter({ hasText: 'White to move' }).waitFor();
});

test('games are imported, exported, found again and deleted', async (t) => {
  const games = join(folder(t), 'games.sqlite');
  const server = await startServer(t, { games });
  const page = await openBrowser(t);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Import a game or position' }).click();
  await page.getByLabel('Text').fill('f5d6c3d3c4f4f6');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.locator('[data-ply="7"]').waitFor();
  await page.getByRole('tab', { name: 'Share' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save', exact: true }).click()]);
  const text = readFileSync(await download.path(), 'utf8');
  assert.match(text, /\[Game "othello"\][\s\S]*1\. f5 d6/);
  const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PNG' }).click()]);
  assert.equal(readFileSync(await png.path()).subarray(1, 4).toString(), 'PNG');

  await page.getByRole('link', { name: 'Games' }).click();
  const card = page.locator('li.card', { hasText: 'Othello' });
  await card.waitFor();
  await page.getByLabel('Search games').fill('nothing like this');
  await page.getByText('No game matches.').waitFor();
  await page.getByLabel('Search games').fill('othello');
  await card.getByRole('link').click();
  await page.locator('[data-ply="7"]').waitFor();
  await page.getByRole('link', { name: 'Games' }).click();
  await page.getByRole('button', { name: 'Delete this game' }).click();
  await page.getByRole('button', { name: 'Really delete' }).click();
  await page.getByText('Games you play are kept here').waitFor();
});
