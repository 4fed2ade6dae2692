// The page that is its own host, from a static file server: it plays, stores its games, and needs no network.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { kept, options, startSite } from './site-support.mjs';
import { folder, isOver, moveByMouse, moveCount, newGame, openBrowser, play, playOutByMouse, startServer, status, waitForTurn } from './support.mjs';

for (const [game, side] of [
  ['Othello', 'Black'],
  ['Ataxx', 'Blue'],
  ['Lines of Action', 'White'],
])
  test(`${game} is played to its end against level 3`, options, async (t) => {
    const site = await startSite(t);
    const page = await openBrowser(t);
    await page.goto(site.url);
    await newGame(page, game, 'Computer', { level: 3, side, ...(game === 'Lines of Action' ? { limit: 40 } : {}) });
    await playOutByMouse(page);
    assert.ok(await isOver(page), await status(page));
    const moves = await moveCount(page);
    await page.reload();
    await page.locator(`[data-ply="${moves}"]`).waitFor();
    assert.ok(await isOver(page), 'the end is there after a reload');
  });

test('a game continues after a reload and after its tab was killed', options, async (t) => {
  const site = await startSite(t);
  const page = await openBrowser(t);
  await page.goto(site.url);
  await newGame(page, 'Othello', 'Computer', { level: 1, side: 'Black' });
  for (let i = 0; i < 3; i++) {
    await waitForTurn(page);
    await moveByMouse(page);
  }
  await page.locator('[data-ply="6"]').waitFor();
  await page.reload();
  await page.locator('[data-ply="6"]').waitFor();
  // A second tab shows the same game, and takes over when the first one crashes.
  const second = await page.context().newPage();
  second.setDefaultTimeout(60_000);
  await second.goto(page.url());
  await second.locator('[data-ply="6"]').waitFor();
  const client = await page.context().newCDPSession(page);
  page.removeAllListeners('console');
  const crashed = page.waitForEvent('crash');
  // A crashed page may never answer.
  client.send('Page.crash').catch(() => {});
  await crashed;
  await second.waitForFunction(() => document.querySelector('[data-ply="6"]'));
  // A move that is played while the other tab takes over waits until it has.
  await waitForTurn(second);
  await moveByMouse(second);
  await second.locator('[data-ply="8"]').waitFor();
});

test('everything works without a network after the first visit', options, async (t) => {
  const site = await startSite(t);
  const page = await openBrowser(t);
  await page.goto(site.url);
  await page.getByRole('button', { name: 'Choose opponent, side and rules of Othello' }).waitFor();
  await kept(page);
  await site.close();
  await page.reload();
  await newGame(page, 'Lines of Action', 'Computer', { level: 5, side: 'Black' });
  for (let i = 0; i < 2; i++) {
    await waitForTurn(page);
    await moveByMouse(page);
  }
  await page.locator('[data-ply="4"]').waitFor();
});

test('a study with values, a variation, a review and the name of the opening comes from the engines of the page', options, async (t) => {
  const site = await startSite(t);
  const page = await openBrowser(t);
  await page.goto(site.url);
  await newGame(page, 'Othello', 'Friend here');
  await play(page, ['c4', 'e3', 'f6', 'e6', 'f5']);
  await page.getByTestId('opening').getByText('Tiger').waitFor();
  await page.locator('[data-ply="4"]').click();
  await page.keyboard.press('a');
  const legal = await page.locator('[aria-label*="can be played"]').count();
  await page.waitForFunction((n) => document.querySelectorAll('[data-value]').length === n, legal);
  await page.getByRole('tab', { name: 'Analysis' }).click();
  const lines = page.getByRole('list', { name: 'Best lines' });
  await lines.getByRole('listitem').nth(2).waitFor();
  // Without the headers for shared memory a search has one thread, so there is nothing to choose.
  assert.equal(await page.getByLabel('Threads').count(), 0);
  await lines.getByRole('button', { name: /^Add the line/ }).first().click();
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.locator('[data-node]').first().waitFor();
  const nodes = await page.locator('[data-node]').count();
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.getByRole('button', { name: 'Review the whole game' }).click();
  await page.getByRole('button', { name: 'Review again' }).waitFor();
  // The variation is stored like a move.
  await page.reload();
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.waitForFunction((n) => document.querySelectorAll('[data-node]').length === n, nodes);
});

test('features that need a server are refused, and games move to a server and back as a file', options, async (t) => {
  const site = await startSite(t);
  const page = await openBrowser(t);
  await page.goto(site.url);
  await page.getByRole('button', { name: 'Choose opponent, side and rules of Ataxx' }).click();
  await page.getByRole('radio', { name: 'Invite', exact: true }).click();
  await page.getByText('needs a Parlor server').waitFor();
  assert.ok(await page.getByRole('button', { name: 'Start the game' }).isDisabled());
  await page.keyboard.press('Escape');
  await newGame(page, 'Ataxx', 'Friend here');
  await waitForTurn(page);
  await moveByMouse(page);
  /** Imports a file of one game. */
  const bring = async (to, file) => {
    assert.equal(file.match(/\[Game /g).length, 1);
    await to.goto(`${to.url().split('#')[0]}#/games`);
    await to.getByRole('button', { name: 'Import' }).click();
    await to.getByLabel('Text').fill(file);
    await to.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await to.locator('[data-ply="1"]').waitFor();
  };
  await page.goto(`${site.url}#/games`);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save all' }).click()]);
  const file = readFileSync(await download.path(), 'utf8');
  const server = await startServer(t, { games: join(folder(t), 'games.db') });
  const served = await page.context().newPage();
  await served.goto(server.url);
  await bring(served, file);
  await page.getByRole('button', { name: /^Delete/ }).first().click();
  await page.getByText('Really delete?').click();
  await page.locator('li.card').first().waitFor({ state: 'detached' });
  await bring(page, await served.evaluate(async () => (await fetch('/games.parlor')).text()));
});
