// Studying games: variations, comments, drawings and analysis, by mouse, keyboard and on a phone.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { folder, moveCount, newGame, openBrowser, picture, seriousFindings, startServer } from './support.mjs';
import { bigTree } from './tree.mjs';

const GAME = 'f5d6c3d3c4f4f6f3e6e7d7c5';

/** Imports a game of Othello, and shows it. */
async function study(page, text = GAME) {
  await page.getByRole('button', { name: 'Import a game or position' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Text').fill(text);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('grid').waitFor();
}

const square = (page, name) => page.locator(`[data-name=${name}]`);
const variation = (page, text) => page.locator('[data-node]', { hasText: text });
const shown = (page) => page.locator('[aria-current=step]');

test('a move at any point of a game is a variation, and the game stays as it is', async (t) => {
  const games = folder(t);
  const server = await startServer(t, { games: `${games}/games.db` });
  const page = await openBrowser(t);
  await page.goto(server.url);
  await study(page);
  assert.equal(await moveCount(page), 12);
  await page.locator('[data-ply="4"]').click();
  await square(page, 'e3').and(page.locator('[aria-label*="can be played"]')).click();
  await variation(page, 'e3').waitFor();
  await shown(page).filter({ hasText: /e3/ }).waitFor();
  await page.getByText('Looking at a variation, move 5').waitFor();
  // The line continues, and branches.
  await square(page, 'f4').and(page.locator('[aria-label*="can be played"]')).click();
  await variation(page, 'f4').waitFor();
  await page.keyboard.press('ArrowLeft');
  await square(page, 'd2').and(page.locator('[aria-label*="can be played"]')).click();
  await variation(page, 'd2').waitFor();
  assert.equal(await moveCount(page), 12, 'what was played stays');
  // The arrow keys move along a line and between siblings.
  await page.keyboard.press('ArrowUp');
  await shown(page).filter({ hasText: /f4/ }).waitFor();
  await page.getByTestId('announcer').filter({ hasText: /Variation.*Move 6/ }).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await shown(page).filter({ hasText: /c4/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await shown(page).filter({ hasText: /e3/ }).waitFor();
  // A glyph and a comment.
  await page.getByRole('button', { name: 'Dubious move' }).click();
  await page.locator('[data-node] b', { hasText: '?!' }).waitFor();
  await page.getByRole('textbox', { name: 'Comment' }).fill('An old idea.');
  await page.keyboard.press('Enter');
  await page.locator('.variation .comment', { hasText: 'An old idea.' }).waitFor();
  // Drawings: the right button, and the tool with the keyboard.
  await square(page, 'c2').click({ button: 'right' });
  await page.locator('.board circle[stroke="#2fae5d"]').waitFor();
  await page.getByRole('button', { name: 'Draw arrows and circles' }).click();
  await page.getByRole('radio', { name: 'Red' }).click();
  await square(page, 'd2').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('.board path[fill="#e0483a"]').waitFor();
  await page.getByRole('button', { name: 'Draw arrows and circles' }).click();
  assert.deepEqual(await seriousFindings(page), []);
  await picture(page, 'study-dark');
  // Promote, delete and undo.
  await variation(page, 'd2').click();
  await page.getByRole('button', { name: 'Move this variation up' }).click();
  await page.waitForFunction(() => /e3.*d2.*f4/s.test(document.querySelector('.variation').textContent));
  await variation(page, 'e3').click();
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await page.waitForFunction(() => !document.querySelector('[data-node]'));
  await shown(page).filter({ hasText: /d3/ }).waitFor();
  await page.getByRole('button', { name: 'Undo the last change' }).click();
  await variation(page, 'd2').waitFor();
  // Everything is still there after a reload.
  await page.reload();
  await variation(page, 'd2').waitFor();
  await page.locator('.variation .comment', { hasText: 'An old idea.' }).waitFor();
  assert.equal(await moveCount(page), 12);
});

for (const [game, from] of [['Ataxx', 2], ['Lines of Action', 2]]) {
  test(`${game} has variations once the game is over`, async (t) => {
    const server = await startServer(t);
    const page = await openBrowser(t);
    await page.goto(server.url);
    await newGame(page, game, 'Friend here');
    for (let ply = 1; ply <= 4; ply++) {
      await page.locator('[aria-label*="can move"]').first().click();
      await page.locator('[role=gridcell][aria-label*=" here"], [role=gridcell][aria-label*="can be played"]').first().click();
      await page.locator(`[data-ply="${ply}"]`).waitFor();
    }
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Really resign?' }).click();
    await page.getByRole('button', { name: 'See the board' }).click();
    await page.locator(`[data-ply="${from}"]`).click();
    await page.locator('[aria-label*="can move"]').last().click();
    await page.locator('[role=gridcell][aria-label*=" here"], [role=gridcell][aria-label*="can be played"]').last().click();
    await page.locator('[data-node]').waitFor();
    assert.equal(await moveCount(page), 4);
    await page.getByRole('button', { name: 'Back to the game' }).click();
    assert.equal(await page.locator(`[data-ply="${from}"]`).getAttribute('aria-current'), 'step');
  });
}

test('analysis: a value on every square, lines to preview, follow and add', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await study(page);
  await page.locator('[data-ply="6"]').click();
  const before = await page.locator('.board').boundingBox();
  await page.keyboard.press('a');
  const legal = await page.locator('[aria-label*="can be played"]').count();
  await page.waitForFunction((n) => document.querySelectorAll('[data-value]').length === n, legal);
  assert.deepEqual(await page.locator('.board').boundingBox(), before, 'the board keeps its size');
  await page.getByRole('tab', { name: 'Analysis' }).click();
  const lines = page.getByRole('list', { name: 'Best lines' });
  await lines.getByRole('listitem').nth(2).waitFor();
  await picture(page, 'values-dark');
  // Hovering over a move of a line previews the board there.
  const isShown = (n) =>
    page.waitForFunction((n) => [...document.querySelectorAll('[role=gridcell]')].filter((cell) => !/empty/.test(cell.ariaLabel)).length === n, n);
  await lines.getByRole('listitem').first().getByRole('button').nth(1).hover();
  await isShown(12);
  await page.mouse.move(2, 2);
  await isShown(10);
  // Adding a line stays here; clicking a move goes there.
  await lines.getByRole('button', { name: /^Add the line/ }).first().click();
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.locator('[data-node]').first().waitFor();
  assert.equal(await page.locator('[data-ply="6"]').getAttribute('aria-current'), 'step');
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.getByText(/^All \d+ moves$/).click();
  assert.equal(await page.locator('details tbody tr').count(), legal);
  await page.locator('details tbody tr button').first().click();
  await page.getByText(/Looking at a variation|Looking at move 7/).waitFor();
  // Going back shows the earlier results at once.
  await page.getByTestId('progress').waitFor();
  await page.locator('body').press('ArrowLeft');
  await page.waitForFunction((n) => document.querySelectorAll('[data-value]').length === n, legal);
  assert.deepEqual(await seriousFindings(page), []);
});

test('a step in a tree of 2,000 moves touches a few of them', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await study(page, bigTree(2000));
  const nodes = page.locator('[data-node]');
  await nodes.first().waitFor();
  assert.ok((await nodes.count()) > 1900);
  await nodes.nth(1000).click();
  await page.locator('[data-node].now').waitFor();
  await page.evaluate(() => {
    window.touched = 0;
    new MutationObserver((changes) => (window.touched += changes.length)).observe(document.querySelector('.content ol'), {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
  });
  const now = () => page.locator('[data-node].now').getAttribute('data-node');
  const before = await now();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((id) => document.querySelector('[data-node].now')?.dataset.node !== id, before);
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction((id) => document.querySelector('[data-node].now')?.dataset.node === id, before);
  const touched = await page.evaluate(() => window.touched);
  assert.ok(touched > 0 && touched <= 16, `two steps changed ${touched} things in the list`);
  // The list scrolls to the move, wherever it is in the tree. The method of the element itself does not scroll.
  for (const index of [1900, 30, 1200]) {
    await nodes.nth(index).evaluate((button) => button.click());
    await page.waitForFunction(() => {
      const list = document.querySelector('.content').getBoundingClientRect();
      const move = document.querySelector('[data-node].now').getBoundingClientRect();
      return move.top >= list.top && move.bottom <= list.bottom;
    });
  }
});

test('a wide screen shows analysis, graph and explorer next to the moves; a game is printed', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t, { viewport: { width: 1920, height: 1080 } });
  await page.goto(server.url);
  await study(page);
  const wide = page.getByRole('complementary', { name: 'Analysis' });
  await wide.getByRole('heading', { name: 'Explorer' }).waitFor();
  const before = await page.locator('.board').boundingBox();
  await page.keyboard.press('a');
  await wide.getByRole('list', { name: 'Best lines' }).waitFor();
  assert.deepEqual(await page.locator('.board').boundingBox(), before, 'the board keeps its size and its place');
  await page.keyboard.press('a');
  await wide.getByRole('button', { name: 'Review the whole game' }).click();
  await page.getByTestId('reviewed-opening').getByText(/^Opening: .+, until move \d+\.$/).waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await page.keyboard.press('a');
  await wide.getByRole('list', { name: 'Best lines' }).waitFor();
  await picture(page, 'wide-dark');
  // A saved page is self-contained.
  await page.getByRole('tab', { name: 'Share' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a page' }).click();
  const saved = await (await download).path().then((path) => readFileSync(path, 'utf8'));
  for (const part of ['<!doctype html>', '<h1>Othello: ', 'Opening: ', 'Accuracy', 'data:image/svg', '<li value="12">']) assert.ok(saved.includes(part), part);
  assert.ok(!saved.includes('<script') && !saved.includes('<!--'));
});

test('the last games of a player become a report', async (t) => {
  const server = await startServer(t, { games: `${folder(t)}/games.db` });
  const page = await openBrowser(t);
  await page.goto(server.url);
  const game = (black, white, moves) => `[Game "othello"]\n[Black "${black}"]\n[White "${white}"]\n[Result "1-0"]\n[Termination "White resigns: black wins."]\n\n${moves}\n`;
  await study(page, game('Ann', 'Bob', 'f5 d6 c3 d3 c4'));
  await page.evaluate(() => (location.hash = '#/'));
  await study(page, game('Bob', 'Ann', 'f5 f6 e6 f4 e3'));
  await page.evaluate(() => (location.hash = '#/games'));
  await page.getByText('Tiger', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Report' }).click();
  await page.getByLabel('Player').selectOption('Ann');
  await page.getByRole('button', { name: 'Make the report' }).click();
  const report = page.getByTestId('player-report');
  await report.getByRole('heading', { name: 'Ann, Othello: the last 2 games' }).waitFor();
  await report.getByRole('row', { name: /Won, drawn, lost 1, 0, 1/ }).waitFor();
  await report.getByRole('row', { name: /Tiger 1 1 0 0/ }).waitFor();
  await picture(page, 'report');
  assert.deepEqual(await seriousFindings(page), []);
});

test('near the end of a game all values are exact', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  // Three squares are left, and Black can play on each.
  const position = `${'X'.repeat(48)}XOOOOOOX-XXXXX-- X`;
  await study(page, position);
  await page.keyboard.press('a');
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.getByText('all moves exact (100 %)').waitFor();
  assert.ok((await page.locator('[data-value] circle[stroke="#fff"]').count()) > 0);
});
