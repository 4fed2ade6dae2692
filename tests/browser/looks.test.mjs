// Accessibility and layout: axe finds nothing serious, on any view, in either theme, wide or narrow.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { folder, moveByMouse, newGame, openBrowser, picture, seriousFindings, startServer, waitForTurn } from './support.mjs';

/**
 * Asserts the value of `read`. Parts that depend on their own width settle some frames after the window, so a first
 * look may come too early.
 */
async function settles(page, read, wanted, what) {
  let got = await read();
  for (let tries = 0; tries < 60 && !isDeepStrictEqual(got, wanted); tries++) {
    await page.waitForTimeout(50);
    got = await read();
  }
  assert.deepEqual(got, wanted, what);
}

/** How much wider than the window the page is. */
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

for (const colorScheme of ['dark', 'light']) {
  test(`axe finds nothing serious, ${colorScheme}`, async (t) => {
    const server = await startServer(t, { games: join(folder(t), 'games.sqlite') });
    const page = await openBrowser(t, { colorScheme, reducedMotion: 'reduce' });
    const check = async (what) => assert.deepEqual(await seriousFindings(page), [], what);
    await page.goto(server.url);
    await page.locator('.game.card').first().waitFor();
    await check('home');
    await picture(page, `home-${colorScheme}`);
    await page.getByRole('button', { name: 'Choose opponent, side and rules of Ataxx' }).click();
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
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Really resign?' }).hover();
    await check('a question');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: 'Analysis' }).click();
    await page.getByRole('switch').check();
    await page.getByText(/^Depth \d+/).waitFor();
    await page.getByRole('button', { name: 'Review the whole game' }).click();
    await page.getByRole('button', { name: 'Review again' }).waitFor();
    await check('analysis');
    await picture(page, `analysis-${colorScheme}`);
    await page.getByRole('tab', { name: 'Share' }).click();
    await check('share');
    for (const path of ['games', 'record', 'help/othello', 'help/ataxx', 'help/loa', 'edit/ataxx', 'learn/othello', 'learn/ataxx', 'learn/loa/6']) {
      await page.goto(`${server.origin}/#/${path}`);
      await page.locator('h1').first().waitFor();
      await check(path);
    }
    await picture(page, `lesson-${colorScheme}`);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await check('settings');
  });
}

test('a phone shows the whole game without horizontal scrolling', async (t) => {
  const server = await startServer(t, { games: join(folder(t), 'games.sqlite') });
  const page = await openBrowser(t, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(server.url);
  await page.locator('.game.card').first().waitFor();
  await settles(page, () => overflow(page), 0, 'home');
  await newGame(page, 'Othello', 'Computer', { level: 2, side: 'Black' });
  await page.locator('[aria-label*="can be played"]').first().tap();
  await page.locator('[data-ply="2"]').waitFor();
  await settles(page, () => overflow(page), 0, 'game');
  assert.deepEqual(await seriousFindings(page), []);
  await picture(page, 'telephone-othello');
  const board = await page.getByRole('grid').boundingBox();
  assert.ok(board.y + board.height < 844, 'the board is on the first screen');
});

/** Elements that do not fit: cut off at a side, or overlapping. */
const misfits = (page) =>
  page.evaluate(() => {
    const found = [];
    const shown = (what) => [...document.querySelectorAll(what)].filter((element) => element.checkVisibility());
    const box = (what) => document.querySelector(what).getBoundingClientRect();
    if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    for (const element of shown('.panel button, .panel input, .bar > *, .actions button')) {
      const { left, right } = element.getBoundingClientRect();
      const around = element.closest('.panel, .bar, .actions').getBoundingClientRect();
      if (left < around.left - 1 || right > around.right + 1) found.push(`${element.textContent.trim() || element.ariaLabel} is cut off`);
    }
    for (const name of shown('.bar .name')) if (name.scrollWidth > name.clientWidth) found.push(`${name.textContent.trim()} is cut off`);
    const [board, panel] = [box('[data-game]'), box('.panel')];
    const apart = board.right <= panel.left + 1 || board.bottom <= panel.top + 1;
    if (!apart) found.push('the board lies on the panel');
    if (board.width < 60) found.push(`the board is ${board.width} wide`);
    return found;
  });

test('the game fits every window: low, narrow, and with a tall board', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  const windows = { usual: [[1360, 860], [768, 1024], [915, 412], [844, 390], [740, 360], [640, 360], [360, 740], [320, 640]], tall: [[1360, 860], [768, 1024], [740, 360], [360, 740]] };
  await page.goto(server.url);
  for (const [board, sizes] of Object.entries(windows)) {
    await newGame(page, 'Othello', 'Computer', { level: 4, side: 'Black', clock: '15 + 10', ...(board === 'tall' ? { size: '16 × 4' } : {}) });
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await settles(page, () => misfits(page), [], `${board}, ${width} × ${height}`);
    }
    await page.setViewportSize({ width: 1360, height: 860 });
    await page.goto(`${server.origin}/#/`);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['', 'games', 'help/loa', 'edit/ataxx']) {
    await page.goto(`${server.origin}/#/${path}`);
    await page.locator('h1').first().waitFor();
    await settles(page, () => overflow(page), 0, `#/${path} at 320`);
  }
});

test('the theme, the style and the sounds can be chosen and are stored', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t, { colorScheme: 'dark' });
  await page.goto(server.url);
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), 'dark');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Light' }).click();
  await page.getByLabel('Sounds').uncheck();
  await page.getByRole('button', { name: 'Slate' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  assert.equal(await theme(), 'light');
  await page.getByRole('button', { name: 'Settings' }).click();
  assert.equal(await page.getByLabel('Sounds').isChecked(), false);
  assert.equal(await page.getByRole('button', { name: 'Slate' }).getAttribute('aria-pressed'), 'true');
});
