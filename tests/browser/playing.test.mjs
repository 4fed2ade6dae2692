// Each game played to its end: by mouse, by keyboard, against the computer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, isOver, moveCount, newGame, openBrowser, play, playOutByKeyboard, playOutByMouse, startServer, status, typing } from './support.mjs';

const GAMES = ['Othello', 'Ataxx', 'Lines of Action'];

for (const game of GAMES) {
  test(`${game} is played to its end with the mouse`, async (t) => {
    const server = await startServer(t);
    const page = await openBrowser(t, { reducedMotion: 'no-preference' });
    await page.goto(server.url);
    await newGame(page, game, 'Friend here');
    await playOutByMouse(page);
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
    await playOutByKeyboard(page);
    assert.ok(await isOver(page), await status(page));
    const heard = await page.getByTestId('announcer').innerText();
    assert.match(heard, /wins|tie|draw/i, 'the result is announced');
  });

  test(`${game} is played to its end against the computer`, async (t) => {
    const server = await startServer(t);
    const page = await openBrowser(t);
    await page.goto(server.url);
    await newGame(page, game, 'Computer', { level: 1, side: game === 'Ataxx' ? 'Blue' : 'Black' });
    await playOutByMouse(page);
    assert.ok(await isOver(page), await status(page));
  });
}

test('moves are typed, dragged, and refused with a reason', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Lines of Action', 'Friend here');
  const type = async (text) => {
    await (await typing(page)).fill(text);
    await page.keyboard.press('Enter');
  };
  await type('b1-b3');
  await page.locator('[data-ply="1"]').waitFor();
  await type('a2-h8');
  await page.getByRole('alert').filter({ hasText: 'straight line' }).waitFor();
  assert.equal(await moveCount(page), 1);
  assert.equal(await page.getByLabel('Type a move').inputValue(), 'a2-h8', 'what was refused can be fixed');
  const from = await page.locator('[data-name=a2]').boundingBox();
  const to = await page.locator('[data-name=c2]').boundingBox();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await page.locator('[data-ply="2"]').waitFor();
  assert.equal(await page.locator('[data-ply="2"]').innerText(), 'a2-c2');
});

test('under the strict rules a side without a move loses, with that reason', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Othello', 'Friend here', { rules: 'No move loses' });
  assert.equal(await status(page), 'Black to move');
  await page.locator('[data-name=a1]').click();
  await page.getByTestId('note').filter({ hasText: 'a disc on a1 encloses nothing' }).waitFor();
  assert.equal(await status(page), 'Black to move');
  assert.equal(await moveCount(page), 0, 'an invalid press plays nothing');
  // The shortest game in which a side loses all its discs.
  await play(page, ['e6', 'f4', 'e3', 'f6', 'g5', 'd6', 'e7', 'f5', 'c5']);
  assert.equal(await status(page), 'No moves for white: black wins.');
  assert.equal(await count(page, 'white'), 0);
});

test('blocks appear on their squares, mirrored', async (t) => {
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
  await playOutByMouse(page);
  assert.ok((await count(page, 'black')) + (await count(page, 'white')) > 8);
});

test('clocks run for the player to move, from the second move on', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Othello', 'Friend here', { clock: '3 + 2' });
  const clock = (side) => page.getByRole('timer', { name: `${side}’s clock` });
  await play(page, ['d3']);
  await clock('White').filter({ hasText: /^2:5\d$/ }).waitFor();
  assert.equal(await clock('Black').innerText(), '3:00', 'the first move is free');
  await page.locator('[aria-label*="can be played"]').first().click();
  await clock('Black').filter({ hasText: /^2:5\d$/ }).waitFor();
  const resign = page.getByRole('button', { name: 'Resign' });
  await resign.click();
  await page.keyboard.press('Escape');
  await resign.click();
  await page.getByRole('button', { name: 'Play on' }).click();
  await resign.click();
  await page.locator('[aria-label*="can be played"]').first().click();
  await page.locator('[data-ply="3"]').waitFor();
  await resign.focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement.textContent.trim()), 'Really resign?');
  await page.getByRole('button', { name: 'Really resign?' }).click();
  await page.getByTestId('status').filter({ hasText: 'White resigns: black wins.' }).waitFor();
  assert.equal(await page.locator('.clock.running').count(), 0);
});

test('a dialog takes the focus and gives it back', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  const focused = () => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim());
  await page.getByRole('button', { name: 'Choose opponent, side and rules of Othello' }).focus();
  await page.keyboard.press('Enter');
  assert.equal(await focused(), 'Othello', 'what is asked first has the focus');
  await page.getByRole('button', { name: 'Close' }).click();
  assert.match(await focused(), /^Choose/);
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: 'Computer', exact: true }).click();
  await page.getByRole('radio', { name: 'Other', exact: true }).click();
  await page.getByLabel('Minutes').fill('7');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.getByRole('grid').waitFor();
  assert.equal(await focused(), 'main');
  await page.waitForFunction(() => document.title === '● Your turn · Othello · Parlor');
  await page.keyboard.press('n');
  assert.equal(await page.getByLabel('Minutes').inputValue(), '7', 'a clock of one’s own is remembered');
  // Another view closes the dialog.
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});
