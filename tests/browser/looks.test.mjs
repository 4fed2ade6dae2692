// For everybody: axe finds nothing serious, on any view, in either theme, wide or narrow.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, moveByMouse, newGame, openBrowser, picture, seriousFindings, startServer, waitForTurn } from './support.mjs';

for (const colorScheme of ['dark', 'light']) {
  test(`nothing serious is wrong for anybody, ${colorScheme}`, async (t) => {
    const server = await startServer(t, { games: join(folder(t), 'games.sqlite') });
    const page = await openBrowser(t, { colorScheme, reducedMotion: 'reduce' });
    const check = async (what) => assert.deepEqual(await seriousFindings(page), [], what);
    await page.goto(server.url);
    await page.locator('.game.card').first().waitFor();
    await check('home');
    await picture(page, `home-${colorScheme}`);
    await page.getByRole('button', { name: 'Play Ataxx' }).click();
    await page.getByText('Rules and board').click();
    await check('new game');
    await page.keyboard.press('Escape');
    for (const game of ['Othello', 'Ataxx', 'Lines of Action']) {
      await page.goto(`${server.origin}/#/`);
      await newGame(page, game, 'Computer', { level: 4, side: game === 'Ataxx' ? 'Red' : 'Black' });
      for (let i = 0; i < 7; i++) {
        if (await waitForTurn(page)) await moveByMouse(page);
      }
      await waitForTurn(page);
      await page.locator('[role=gridcell][aria-label*="can move"]').first().click({ timeout: 500 }).catch(() => {});
      await check(game);
      await picture(page, `${game === 'Lines of Action' ? 'loa' : game.toLowerCase()}-${colorScheme}`);
    }
    await page.getByRole('tab', { name: 'Analysis' }).click();
    await page.getByRole('switch').check();
    await page.getByText(/^Depth \d+/).waitFor();
    await page.getByRole('button', { name: 'Review the whole game' }).click();
    await page.getByRole('button', { name: 'Review again' }).waitFor();
    await check('analysis');
    await picture(page, `analysis-${colorScheme}`);
    await page.getByRole('tab', { name: 'Share' }).click();
    await check('share');
    for (const path of ['games', 'help/othello', 'help/ataxx', 'help/loa', 'edit/ataxx']) {
      await page.goto(`${server.origin}/#/${path}`);
      await page.locator('h1').first().waitFor();
      await check(path);
    }
  });
}

test('a telephone shows the whole game without scrolling sideways', async (t) => {
  const server = await startServer(t, { games: join(folder(t), 'games.sqlite') });
  const page = await openBrowser(t, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(server.url);
  await page.locator('.game.card').first().waitFor();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(await overflow(), 0, 'home');
  await newGame(page, 'Othello', 'Computer', { level: 2, side: 'Black' });
  await page.locator('[aria-label*="can be played"]').first().tap();
  await page.locator('[data-ply="2"]').waitFor();
  assert.equal(await overflow(), 0, 'game');
  assert.deepEqual(await seriousFindings(page), []);
  await picture(page, 'telephone-othello');
  const board = await page.getByRole('grid').boundingBox();
  assert.ok(board.y + board.height < 844, 'the board is on the first screen');
});

test('the theme and the sounds are chosen and remembered', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t, { colorScheme: 'dark' });
  await page.goto(server.url);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), 'dark');
  await page.getByRole('button', { name: 'Light theme' }).click();
  await page.getByRole('button', { name: 'Sounds' }).click();
  await page.reload();
  assert.equal(await theme(), 'light');
  assert.equal(await page.getByRole('button', { name: 'Sounds' }).getAttribute('aria-pressed'), 'false');
});
