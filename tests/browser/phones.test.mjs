// Small screens, other colours, another language.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { folder, moveByMouse, newGame, openBrowser, picture, seriousFindings, startServer, waitForTurn } from './support.mjs';

const PHONES = [[390, 664], [360, 640], [844, 390], [844, 340]];

/** The parts of a game that are not completely on the screen: the board, both names, and the actions. */
const hidden = (page) =>
  page.evaluate(() => {
    const parts = { board: '[data-game]', top: '.player.top', bottom: '.player.bottom', actions: '.actions' };
    const found = [];
    for (const [name, selector] of Object.entries(parts)) {
      const { left, right, top, bottom, width } = document.querySelector(selector).getBoundingClientRect();
      if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) found.push(`${name}: ${[left, top, right, bottom].map(Math.round)}`);
      if (name === 'board' && width < 300) found.push(`the board is ${width} wide`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('wider than the window');
    return found;
  });

/** Asserts the value of `read`, once the page has settled. */
async function settles(page, read, wanted, what) {
  let got = await read();
  for (let tries = 0; tries < 60 && !isDeepStrictEqual(got, wanted); tries++) {
    await page.waitForTimeout(50);
    got = await read();
  }
  assert.deepEqual(got, wanted, what);
}

for (const colorScheme of ['dark', 'light']) {
  test(`a phone shows the whole board, both names and the actions, ${colorScheme}`, async (t) => {
    const server = await startServer(t, { games: join(folder(t), 'games.sqlite') });
    const page = await openBrowser(t, { viewport: { width: 390, height: 664 }, colorScheme, hasTouch: true, isMobile: true });
    for (const game of ['Othello', 'Ataxx', 'Lines of Action']) {
      await page.setViewportSize({ width: 390, height: 664 });
      await page.goto(`${server.origin}/#/`);
      await page.getByRole('button', { name: `Play ${game}` }).tap();
      await page.getByRole('grid').waitFor();
      await waitForTurn(page);
      for (const [width, height] of PHONES) {
        await page.setViewportSize({ width, height });
        await settles(page, () => hidden(page), [], `${game}, ${width} × ${height}`);
        assert.deepEqual(await seriousFindings(page), [], `${game}, ${width} × ${height}`);
        await picture(page, `phone-${game.split(' ')[0].toLowerCase()}-${width}x${height}-${colorScheme}`);
      }
    }
  });
}

test('a swipe over the board scrolls, unless it starts on a piece that can be dragged', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t, { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });
  await page.goto(server.url);
  await newGame(page, 'Lines of Action', 'Friend here');
  await waitForTurn(page);
  const client = await page.context().newCDPSession(page);
  const swipe = async (name) => {
    await page.evaluate(() => scrollTo(0, 0));
    const box = await page.locator(`[data-name=${name}]`).boundingBox();
    const point = (y) => [{ x: box.x + box.width / 2, y }];
    const from = box.y + box.height / 2;
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(from) });
    for (let by = 10; by <= 120; by += 10) await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(from - by) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitForTimeout(300);
    return page.evaluate(() => scrollY);
  };
  assert.ok((await swipe('d4')) > 20, 'an empty square scrolls');
  assert.ok((await swipe('a4')) > 20, 'a piece that cannot move now scrolls');
  assert.equal(await swipe('d1'), 0, 'a piece that can move is dragged');
});

test('a board with small squares is enlarged', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t, { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });
  await page.goto(server.url);
  await newGame(page, 'Othello', 'Friend here', { size: '16 × 16' });
  const square = async () => (await page.locator('[data-name=h8]').boundingBox()).width;
  assert.ok((await square()) < 28);
  await page.getByRole('button', { name: 'Enlarge the board' }).tap();
  await page.getByRole('button', { name: 'Whole board' }).waitFor();
  assert.ok((await square()) > 40);
  await page.locator('[aria-label*="can be played"]').first().tap();
  await page.locator('[data-ply="1"]').waitFor();
});

test('forced colours show the tab, pressed buttons, and the side to move', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t, { forcedColors: 'active' });
  await page.goto(server.url);
  await newGame(page, 'Othello', 'Friend here');
  const style = (selector, what) => page.locator(selector).first().evaluate((element, what) => getComputedStyle(element)[what], what);
  assert.equal(await style('[role=tab][aria-selected=true]', 'outlineStyle'), 'solid');
  assert.equal(await style('[role=tab][aria-selected=false]', 'outlineStyle'), 'none');
  assert.equal(await style('.steps [aria-pressed=true]', 'outlineStyle'), 'solid');
  assert.equal(await style('.bar.turn', 'borderTopWidth'), '3px');
  assert.notEqual(await style('.bar:not(.turn)', 'borderTopWidth'), '3px');
  // Screen readers get scores with their meaning.
  await page.locator('.bar.turn', { hasText: 'Black: 2 pieces' }).waitFor();
});

test('the page is in Japanese for a Japanese browser, and English can be chosen', async (t) => {
  const server = await startServer(t, { games: join(folder(t), 'games.sqlite') });
  const page = await openBrowser(t, { locale: 'ja-JP' });
  await page.goto(server.url);
  const language = () => page.evaluate(() => document.documentElement.lang);
  await page.getByRole('button', { name: '対局する オセロ' }).waitFor();
  assert.equal(await language(), 'ja');
  assert.deepEqual(await seriousFindings(page), []);
  await picture(page, 'home-japanese');
  /** Latin words that are not names, and so are untranslated. Openings keep their English names. */
  const latin = () =>
    page.evaluate(() => {
      const openings = [...document.querySelectorAll('[data-testid=opening], body [lang=en]')];
      const text = openings.reduce((text, { innerText }) => text.replace(innerText, ''), document.body.innerText).replace(/Parlor|Enter|Esc|GGF|OBF|WTHOR|SGF|FEN|PNG|SVG|[a-h]\d+|[XO-]{3,}|[xo]{3,}/g, '');
      return text.match(/[A-Za-z]{3,}/g) ?? [];
    });
  await settles(page, latin, [], 'home');
  await page.getByRole('button', { name: '対局する オセロ' }).click();
  await page.getByRole('grid').waitFor();
  await page.locator('[aria-label*="打てます"]').first().click();
  await page.locator('[data-ply="2"]').waitFor();
  await settles(page, latin, [], 'game');
  await page.locator('[data-name=a1]').click();
  await page.getByTestId('note').filter({ hasText: 'a1に置いても何もはさめません' }).waitFor();
  await picture(page, 'othello-japanese');
  await page.getByRole('tab', { name: '解析' }).click();
  await settles(page, latin, [], 'analysis');
  await page.getByRole('tab', { name: '共有' }).click();
  await settles(page, latin, [], 'share');
  for (const path of ['learn/loa', 'help/ataxx', 'record', 'games', 'edit/loa']) {
    await page.goto(`${server.origin}/#/${path}`);
    await page.locator('h1').first().waitFor();
    await settles(page, latin, [], path);
    assert.deepEqual(await seriousFindings(page), [], path);
  }
  // The language can be changed, at once and permanently.
  await page.getByRole('button', { name: '設定' }).click();
  await page.getByRole('radio', { name: 'English', exact: true }).click();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('heading', { name: 'Set up a position' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Set up a position' }).waitFor();
  assert.equal(await language(), 'en');
});

test('the first load of the page is within its budget', async (t) => {
  if (process.env.PARLOR_PAGE) return t.skip('files of a folder are not compressed');
  const server = await startServer(t);
  const page = await openBrowser(t);
  let bytes = 0;
  page.on('response', async (response) => {
    const sizes = await response.request().sizes().catch(() => null);
    bytes += sizes?.responseBodySize ?? 0;
  });
  await page.goto(server.url);
  await page.locator('.game.card').first().waitFor();
  await page.waitForLoadState('networkidle');
  t.diagnostic(`${Math.round(bytes / 1000)} kB`);
  assert.ok(bytes < 150_000, `${bytes} bytes`);
});

test('every style shows every game and its moves', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  for (const game of ['Othello', 'Ataxx', 'Lines of Action']) {
    await page.goto(`${server.origin}/#/`);
    await newGame(page, game, 'Friend here');
    await waitForTurn(page);
    for (const style of ['Paper', 'Slate', 'High contrast', 'Classic']) {
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('button', { name: style }).click();
      await page.getByRole('button', { name: 'Close' }).click();
      await moveByMouse(page);
      assert.deepEqual(await seriousFindings(page), [], `${game} in ${style}`);
      await picture(page, `style-${style.split(' ')[0].toLowerCase()}-${game.split(' ')[0].toLowerCase()}`);
    }
  }
});
