// Each game played to its end: by mouse, by keyboard, against the computer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, isOver, moveByKeyboard, moveByMouse, moveCount, newGame, openBrowser, playOut, startServer, status } from './support.mjs';

const GAMES = ['Othello', 'Ataxx', 'Lines of Action'];

for (const game of GAMES) {
  test(`${game} is played to its end with the mouse`, async (t) => {
    const server = await startServer(t);
    const page = await openBrowser(t);
    await page.goto(server.url);
    await newGame(page, game, 'Friend here');
    await playOut(page, moveByMouse);
    assert.ok(await isOver(page), await status(page));
    assert.ok((await moveCount(page)) > 4);
    await page.getByRole('button', { name: 'Rematch' }).click();
    await page.getByText('No moves yet.').waitFor();
  });

  test(`${game} is played to its end with the keyboard alone`, async (t) => {
    const server = await startServer(t);
    const page = await openBrowser(t);
    await page.goto(server.url);
    await newGame(page, game, 'Friend here', game === 'Lines of Action' ? { limit: 14 } : {});
    await playOut(page, moveByKeyboard);
    assert.ok(await isOver(page), await status(page));
    const heard = await page.getByTestId('announcer').innerText();
    assert.match(heard, /wins|tie|draw/i, 'the result is announced');
  });

  test(`${game} is played to its end against the computer`, async (t) => {
    const server = await startServer(t);
    const page = await openBrowser(t);
    await page.goto(server.url);
    await newGame(page, game, 'Computer', { level: 1, side: game === 'Ataxx' ? 'Blue' : 'Black' });
    await playOut(page, moveByMouse);
    assert.ok(await isOver(page), await status(page));
  });
}

test('moves are typed, dragged, and refused with a reason', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Lines of Action', 'Friend here');
  const type = async (text) => {
    await page.getByLabel('Type a move').fill(text);
    await page.keyboard.press('Enter');
  };
  await type('b1-b3');
  await page.locator('[data-ply="1"]').waitFor();
  await type('a2-h8');
  await page.locator('.toasts .bad').waitFor();
  assert.equal(await moveCount(page), 1);
  const from = await page.locator('[data-name=a2]').boundingBox();
  const to = await page.locator('[data-name=c2]').boundingBox();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.locator('[data-ply="2"]').waitFor();
  assert.equal(await page.locator('[data-ply="2"]').innerText(), 'a2-c2');
});

test('a stuck side of the strict rules loses in the words of the rules', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Othello', 'Friend here', { rules: 'No move loses' });
  assert.equal(await status(page), 'Black to move');
  await page.locator('[data-name=a1]').click();
  assert.equal(await moveCount(page), 0, 'an invalid press is ignored');
  assert.equal(await status(page), 'Black to move');
  // The shortest way to wipe a side out.
  for (const square of ['f5', 'f6', 'e6', 'f4', 'e3', 'd6', 'g5', 'c5', 'c5']) {
    const cell = page.locator(`[data-name=${square}]`);
    if (/can be played/.test((await cell.getAttribute('aria-label')) ?? '')) await cell.click();
    await page.waitForTimeout(60);
  }
  await playOut(page, moveByMouse);
  assert.match(await status(page), /^No moves for (black|white): (white|black) wins\.$|^(Black|White) wins \d+–\d+\.$|^A tie/);
});

test('blocks stand where they were put, mirrored', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Ataxx', 'Friend here', { blocks: ['3', 'g', 'h'] });
  const blocks = await page.locator('[role=gridcell][aria-label*="block"]').evaluateAll((cells) => cells.map((cell) => cell.dataset.name).sort());
  assert.deepEqual(blocks, ['b2', 'b6', 'c3', 'c4', 'c5', 'e3', 'e4', 'e5', 'f2', 'f6']);
});

test('Othello is played on other boards', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Othello', 'Friend here', { size: '4 × 6' });
  await playOut(page, moveByMouse);
  assert.ok((await count(page, 'black')) + (await count(page, 'white')) > 8);
});
