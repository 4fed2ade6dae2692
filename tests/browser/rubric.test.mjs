// Help, undo, switching sides, hints, editor, import and export, stored games.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, isOver, moveByMouse, moveCount, newGame, openBrowser, chooseLevel, play, playOutByMouse, seat, startServer, status, typing, waitForTurn } from './support.mjs';

test('help, undo, redo and switching sides during a game', async (t) => {
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

  // The computer takes over Black and moves at once. Then a person takes White.
  await seat(page, 'white', 'Person');
  await seat(page, 'black', 'Pip');
  await page.locator('[data-ply="3"]').waitFor();
  await waitForTurn(page);
  await moveByMouse(page);
  await page.locator('[data-ply="5"]').waitFor();

  // Stepping back changes nothing by itself.
  await page.getByRole('button', { name: 'Previous move' }).click();
  await page.getByText('Looking at move').waitFor();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.getByText('Looking at move').waitFor({ state: 'detached' });

  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
  await page.getByRole('link', { name: 'Rules of Lines of Action' }).click();
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
  await (await typing(page)).fill(text);
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

test('a review shows where the game turned and goes there', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Othello', 'Friend here');
  await play(page, ['e6', 'f4', 'e3', 'f6', 'g5', 'd6', 'e7', 'f5', 'c5']);
  await page.getByTestId('status').filter({ hasText: 'Black wins' }).waitFor();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  const summary = page.getByTestId('summary');
  await summary.waitFor();
  assert.match(await summary.innerText(), /^The game turned at move \d+: White played|ahead/);
  await page.getByRole('row', { name: /^Accuracy \d+ % \d+ %$/ }).waitFor();
  const mistake = page.getByRole('list', { name: 'Mistakes' }).getByRole('button').last();
  const number = parseInt(await mistake.innerText());
  await mistake.click();
  await page.getByText(`Looking at move ${number} of 9`).waitFor();
  await page.getByRole('tab', { name: 'Moves' }).click();
  // The list counts like the review: two moves per row, with the number of the first.
  const rows = await page.getByRole('list', { name: 'Moves' }).locator('.number').allInnerTexts();
  assert.deepEqual(rows, ['1', '3', '5', '7', '9']);
  await page.getByRole('tab', { name: 'Analysis' }).click();
  // A click on the graph goes to that move.
  const graph = page.getByRole('img', { name: /^Chances of black/ });
  await graph.click({ position: { x: 1, y: 40 } });
  await page.getByText('Looking at move 0 of 9').waitFor();
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

test('Othello of another size and Ataxx with blocks are set up and played', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Editor' }).click();
  await page.getByLabel('Size').selectOption({ label: '4 × 6' });
  await page.getByText('--------OX----XO-------- X').waitFor();
  assert.equal(await page.getByRole('gridcell').count(), 24);
  await page.locator('[data-name=a1]').click();
  await page.getByRole('radio', { name: 'White' }).click();
  await page.getByText('X-------OX----XO-------- O').waitFor();
  // A pasted position appears on the same board; invalid text is refused with a reason.
  await page.getByLabel('Or paste a position').fill('XO');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByText('there are 2 squares where 24 are needed').waitFor();
  await page.getByLabel('Or paste a position').fill('-XXX----OX----XO-------- O');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.locator('[data-name=b1][aria-label*="black"]').waitFor();
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.getByRole('radio', { name: 'Computer', exact: true }).click();
  await chooseLevel(page, 1);
  await page.getByRole('radiogroup', { name: 'You play' }).getByRole('radio', { name: 'White' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await playOutByMouse(page);
  assert.ok(await isOver(page));
  assert.equal(await page.getByRole('gridcell').count(), 24);
  // The editor can start from any moment of a game.
  await page.getByRole('button', { name: 'First position' }).click();
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByText('-XXX----OX----XO-------- O').waitFor();

  await page.getByRole('radio', { name: 'Ataxx' }).click();
  await page.getByRole('button', { name: 'Block' }).click();
  for (const square of ['d4', 'c7']) await page.locator(`[data-name=${square}]`).click();
  await page.getByText('x1-3o/7/7/3-3/7/7/o5x x 0 1').waitFor();
  await page.getByRole('button', { name: 'Analysis board' }).click();
  await waitForTurn(page);
  await moveByMouse(page);
  assert.match((await page.locator('[data-name=d4]').getAttribute('aria-label')) ?? '', /block/);
});

const GGF =
  '(;GM[Othello]PC[here]PB[Ann]PW[Bob]RE[?]TI[5:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3];)';
const imports = [
  { what: 'a transcript', text: 'f5d6c3d3c4f4f6', moves: 7 },
  { what: 'GGF', text: GGF, moves: 3, names: ['Ann', 'Bob'] },
  { what: 'SGF', text: '(;FF[4]GM[9]PB[Ann]PW[Bob];B[b8-b6];W[A2:C2])', moves: 2, names: ['Ann', 'Bob'] },
  { what: 'FEN', text: 'x5o/7/2-1-2/7/2-1-2/7/o5x o 0 1', moves: 0, status: 'Blue to move' },
  { what: 'a position of Othello', text: '---------------------------OX------XO--------------------------- X', moves: 0, status: 'Black to move' },
  { what: 'a game of our own', text: '[Game "othello"]\n[Size "6x6"]\n[Black "Ann"]\n[White "Bob"]\n\n1. c2 b2\n', moves: 2, names: ['Ann', 'Bob'] },
];

test('every format is recognised, pasted or as a file', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  const check = async ({ what, moves, names, status: expected }) => {
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByTestId('status').waitFor();
    assert.equal(await moveCount(page), moves, what);
    for (const name of names ?? []) await page.locator('.bar .name', { hasText: name }).waitFor();
    if (expected) assert.equal(await status(page), expected, what);
    await page.getByRole('link', { name: 'Parlor, home' }).click();
  };
  const dialog = async () => page.getByRole('button', { name: 'Import a game or position' }).click();
  for (const one of imports) {
    await dialog();
    await page.getByLabel('Text').fill(one.text);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await check(one);
    await dialog();
    await page.getByLabel('Choose files').setInputFiles({ name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(one.text) });
    await check(one);
  }
  // Anything else is refused with a reason, in the same dialog.
  await dialog();
  await page.getByLabel('Text').fill('f5d7');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'd7' }).waitFor();
});

/** A WTHOR file: a header with counts at 4 and 8, then records of one length. */
function wthor(games, names, records) {
  const header = Buffer.alloc(16);
  header.writeUInt32LE(games, 4);
  header.writeUInt16LE(names, 8);
  header.writeUInt16LE(2001, 10);
  return Buffer.concat([header, ...records]);
}

test('a WTHOR database is opened with its files of names', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  const game = (black, white) => {
    const record = Buffer.alloc(68);
    record.writeUInt16LE(black, 2);
    record.writeUInt16LE(white, 4);
    record[6] = 33;
    record.set([56, 64, 33], 8);
    return record;
  };
  const name = (text) => Buffer.concat([Buffer.from(text), Buffer.alloc(20 - text.length)]);
  const file = (name, buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
  await page.getByRole('button', { name: 'Import a game or position' }).click();
  await page.getByLabel('Choose files').setInputFiles(file('games.wtb', wthor(2, 0, [game(1, 2), game(2, 1)])));
  await page.getByRole('button', { name: '2. Player 2 – Player 1, 33–31, 2001' }).waitFor();
  await page.getByLabel('Add a file of names').setInputFiles(file('players.jou', wthor(0, 3, ['???', 'Ann', 'Bob'].map(name))));
  await page.getByLabel('Search').fill('bob – ann');
  await page.getByRole('button', { name: '2. Bob – Ann, 33–31, 2001' }).click();
  await page.locator('[data-ply="3"]').waitFor();
  await page.locator('.bar[data-side=black] .name', { hasText: 'Bob' }).waitFor();
});

test('games are imported, exported, found again and deleted', async (t) => {
  const games = join(folder(t), 'games.sqlite');
  const server = await startServer(t, { games });
  const page = await openBrowser(t);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Import a game or position' }).click();
  await page.getByLabel('Text').fill('1. f5 d6 2. c3 d3 3.c4 f4 4. f6');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.locator('[data-ply="7"]').waitFor();
  await page.getByRole('tab', { name: 'Share' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save', exact: true }).click()]);
  const text = readFileSync(await download.path(), 'utf8');
  assert.match(text, /\[Game "othello"\][\s\S]*1\. f5 d6/);
  // Links and pictures show the moment on the board.
  await page.getByRole('button', { name: 'First position' }).click();
  await page.locator('output', { hasText: '---------------------------OX------XO--------------------------- X' }).waitFor();
  const [png] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PNG' }).click()]);
  assert.equal(readFileSync(await png.path()).subarray(1, 4).toString(), 'PNG');

  await page.getByRole('link', { name: 'Games' }).click();
  const card = page.locator('li.card', { hasText: 'Othello' });
  await card.waitFor();
  await page.getByLabel('Search games').fill('nothing like this');
  await page.getByText('No game matches.').waitFor();
  await page.getByLabel('Search games').fill('in progress othello');
  const [all] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save all' }).click()]);
  assert.match(readFileSync(await all.path(), 'utf8'), /\[Game "othello"\]\n\[Date "\d{4}\.\d\d\.\d\d"\]/);
  await card.getByRole('link').click();
  await page.locator('[data-ply="7"]').waitFor();
  await page.getByRole('link', { name: 'Games' }).click();
  const bin = page.getByRole('button', { name: /^Delete Othello, .*, 7 moves$/ });
  await bin.click();
  await page.getByText('Really delete?').waitFor();
  await page.keyboard.press('Escape');
  await bin.click();
  await page.getByText('Really delete?').click();
  await page.getByText('Parlor keeps the games that you play here').waitFor();
});

test('an empty last page of games leads to the page before', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  const game = (id) => ({ id: String(id), game: 'loa', names: ['Ann', 'Bob'].map((name) => ({ code: 'named', name })), moves: 3, result: null, updated: 0, rows: 8, columns: 8, cells: '.'.repeat(64) });
  let last = [game(25)];
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    const upstream = socket.connectToServer();
    socket.onMessage((text) => {
      const { type, after } = JSON.parse(text);
      if (type === 'delete') last = [];
      else if (type !== 'games') upstream.send(text);
      else socket.send(JSON.stringify({ type: 'games', games: after ? last : Array.from({ length: 24 }, (_, id) => game(id)), next: !after && last.length > 0 ? '0-25' : null }));
    });
  });
  await page.goto(`${server.origin}/#/games`);
  await page.getByRole('button', { name: 'Older' }).click();
  await page.locator('li.card:only-child').waitFor();
  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByText('Really delete?').click();
  await page.locator('li.card').nth(23).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Newer' }).isDisabled());
});

test('playing from a moment leaves the game unchanged, and all games are exported and imported', async (t) => {
  const server = await startServer(t, { games: join(folder(t), 'games.sqlite') });
  const page = await openBrowser(t);
  await page.goto(`${server.origin}/#/games`);
  const bring = async (text) => {
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByLabel('Text').fill(text);
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  };
  await bring('f5d6c3d3c4f4f6f3e6e7');
  await page.locator('[data-ply="10"]').waitFor();
  const imported = page.url();
  await page.locator('[data-ply="4"]').click();
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.waitForURL((url) => url.href !== imported);
  await page.locator('[data-ply="4"]').waitFor();
  assert.equal(await page.locator('[data-ply="5"]').count(), 0);
  await page.goto(imported);
  await page.locator('[data-ply="10"]').waitFor();

  await page.getByRole('link', { name: 'Games' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Save all' }).click()]);
  const file = readFileSync(await download.path(), 'utf8');
  assert.equal(file.match(/\[Game /g).length, 2);
  for (let n = 2; n > 0; n--) {
    await page.getByRole('button', { name: /^Delete/ }).first().click();
    await page.getByText('Really delete?').click();
    await page.locator('li.card').nth(n - 1).waitFor({ state: 'detached' });
  }
  await bring(file);
  await page.getByRole('button', { name: 'Import all 2' }).click();
  await page.getByText('2 games imported').first().waitFor();
  await page.locator('li.card').nth(1).waitFor();
});
