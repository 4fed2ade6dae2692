// Two browsers, spectators, a terminal program, lost connections and a killed server.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, moveByMouse, moveCount, newGame, openBrowser, playOutByMouse, startServer, startTerminal, status, typing, waitForTurn } from './support.mjs';

const ATAXX = process.env.PARLOR_ATAXX;

test('two browsers play a game to its end while a third watches', async (t) => {
  const server = await startServer(t);
  const [ann, bob, eve] = await Promise.all([openBrowser(t), openBrowser(t), openBrowser(t)]);
  await ann.goto(server.url);
  await newGame(ann, 'Othello', 'Invite', { side: 'Black', size: '6 × 6' });
  assert.equal(await status(ann), 'Waiting for your opponent');
  const link = await ann.getByLabel('Send this link to your opponent').inputValue();
  await bob.goto(link);
  await bob.getByTestId('status').filter({ hasText: 'Black to move' }).waitFor();
  await ann.getByTestId('status').filter({ hasText: 'Your turn: Black to move' }).waitFor();
  await ann.getByRole('button', { name: 'Resign' }).click();
  await eve.goto(link.split('/').slice(0, -1).join('/'));
  await eve.getByRole('grid').waitFor();
  await ann.getByText('1 watching').waitFor();
  assert.ok(await ann.getByRole('button', { name: 'Really resign?' }).isVisible(), 'a spectator who joins does not cancel the question');
  await ann.getByRole('button', { name: 'Play on' }).click();
  assert.equal(await eve.locator('[aria-label*="can be played"]').count(), 0, 'a spectator has no moves');
  assert.equal(await eve.getByRole('button', { name: 'Resign' }).count(), 0);
  assert.ok(await ann.getByRole('button', { name: 'Hint' }).isDisabled(), 'no help between people');

  // A takeback needs consent.
  await moveByMouse(ann);
  await ann.getByRole('button', { name: 'Takeback' }).click();
  await bob.getByTestId('announcer').filter({ hasText: 'Black asks to take back a move' }).waitFor({ state: 'attached' });
  await bob.getByRole('button', { name: 'Accept' }).click();
  await ann.getByText('No moves yet.').waitFor();

  await Promise.all([playOutByMouse(ann), playOutByMouse(bob)]);
  const result = await status(ann);
  assert.equal(await status(bob), result);
  await eve.getByTestId('status').filter({ hasText: result }).waitFor();

  await ann.getByRole('button', { name: 'Rematch' }).click();
  await bob.getByRole('button', { name: 'Accept' }).click();
  await bob.getByTestId('status').filter({ hasText: 'Your turn: Black to move' }).waitFor();
  await ann.getByText('No moves yet.').waitFor();
  await eve.getByRole('link', { name: 'Go to the rematch' }).first().click();
  await eve.getByText('No moves yet.').waitFor();
});

test('a late message from a game that was left does not reopen it', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  let repeat;
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    socket.connectToServer().onMessage((text) => {
      if (!repeat && JSON.parse(text).type === 'game') repeat = () => socket.send(text);
      socket.send(text);
    });
  });
  await page.goto(server.url);
  await newGame(page, 'Othello', 'Friend here');
  await waitForTurn(page);
  const left = page.url();

  await page.getByRole('link', { name: 'Parlor, home' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  repeat();
  await newGame(page, 'Ataxx', 'Friend here');
  await waitForTurn(page);
  assert.notEqual(page.url(), left);
  repeat();
  await moveByMouse(page);
  await page.locator('[data-ply="1"]').waitFor();
  assert.equal(await page.getByRole('gridcell').count(), 49, 'the game is still Ataxx');
});

test('reconnecting shows the current state', async (t) => {
  const server = await startServer(t);
  const [ann, bob] = await Promise.all([openBrowser(t), openBrowser(t)]);
  await ann.goto(server.url);
  await newGame(ann, 'Ataxx', 'Invite', { side: 'Red' });
  await bob.goto(await ann.getByLabel('Send this link to your opponent').inputValue());
  await waitForTurn(ann);
  await bob.context().setOffline(true);
  await bob.goto('about:blank');
  await moveByMouse(ann);
  await bob.context().setOffline(false);
  await bob.goBack();
  await bob.locator('[data-ply="1"]').waitFor();
  await waitForTurn(bob);
  await moveByMouse(bob);
  await ann.locator('[data-ply="2"]').waitFor();
});

test('a server that is killed during a game loses nothing', async (t) => {
  const games = join(folder(t), 'games.sqlite');
  const first = await startServer(t, { games });
  const page = await openBrowser(t);
  await page.goto(first.url);
  await newGame(page, 'Lines of Action', 'Friend here');
  for (let i = 0; i < 5; i++) {
    await waitForTurn(page);
    await moveByMouse(page);
  }
  const moves = await page.locator('[data-ply]').allInnerTexts();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('[data-ply="5"]').waitFor({ state: 'detached' });
  await first.kill();
  await page.getByText('Reconnecting…').waitFor();
  await startServer(t, { games, port: first.port });
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' });
  await waitForTurn(page);
  // Even moves that were taken back are not lost.
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.locator('[data-ply="5"]').waitFor();
  assert.deepEqual(await page.locator('[data-ply]').allInnerTexts(), moves);
  await waitForTurn(page);
  await moveByMouse(page);
  await page.goto(`${first.origin}/`);
  await page.getByText('6 moves').waitFor();
  await page.locator('.recent a.card').first().click();
  await page.locator('[data-ply="6"]').waitFor();
});

test('without a connection no request is lost silently', async (t) => {
  const games = join(folder(t), 'games.sqlite');
  const first = await startServer(t, { games });
  const page = await openBrowser(t);
  let isFirst = true;
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    const holdsBack = isFirst;
    isFirst = false;
    // The first connection is lost before the review is complete.
    socket.connectToServer().onMessage((text) => {
      if (!holdsBack || !JSON.parse(text).type.startsWith('review')) socket.send(text);
    });
  });
  await page.goto(first.url);
  await newGame(page, 'Lines of Action', 'Friend here');
  await (await typing(page)).fill('b1-b3');
  await page.keyboard.press('Enter');
  await page.locator('[data-ply="1"]').waitFor();
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.getByRole('button', { name: 'Review the whole game' }).click();
  await page.getByRole('button', { name: 'Reviewing…' }).waitFor();
  await first.kill();

  await page.getByTestId('status').filter({ hasText: 'No connection' }).waitFor();
  assert.match(await page.getByTestId('announcer').innerText(), /The connection is lost/);
  await page.getByLabel('Type a move').fill('a2-c2');
  await page.keyboard.press('Enter');
  await page.locator('.toasts').getByText('No connection: nothing was done').waitFor();
  assert.equal(await page.getByLabel('Type a move').inputValue(), 'a2-c2');
  // A screen reader announces the same words again only if the text changes.
  const heard = await page.getByTestId('announcer').textContent();
  await page.keyboard.press('Enter');
  await page.waitForFunction((heard) => document.querySelector('[data-testid=announcer]').textContent !== heard, heard);
  assert.ok(await page.getByRole('button', { name: 'New game' }).isDisabled());

  await startServer(t, { games, port: first.port });
  await page.getByRole('button', { name: 'Review again' }).waitFor();
  await page.getByLabel('Type a move').press('Enter');
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.locator('[data-ply="2"]').waitFor();
  assert.equal(await page.getByLabel('Type a move').inputValue(), '');
});

test('a page of another version than the server asks to be reloaded', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  let version = 1;
  // The server was replaced by one with another protocol while the page was open.
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    socket.connectToServer().onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type === 'welcome') message.protocol += version;
      socket.send(JSON.stringify(message));
    });
  });
  await page.goto(server.url);
  await page.getByRole('alert').filter({ hasText: 'Parlor has a new version.' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Play Othello' }).count(), 0, 'nothing is offered that would not work');
  version = 0;
  await page.getByRole('button', { name: 'Reload this page' }).click();
  await page.getByRole('button', { name: 'Play Othello' }).waitFor();
  assert.equal(await page.getByText('Parlor has a new version.').count(), 0);
});

/** The terminal's output for a result in the page's status line. */
const announced = (result) => ({ R: /Red wins\./, B: /Blue wins\./, A: /Draw\./ })[result[0]];

test('a browser plays a terminal program to the end', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Choose opponent, side and rules of Ataxx' }).click();
  await page.getByRole('radio', { name: 'Invite' }).click();
  await page.getByLabel('Room for a player at a terminal').fill('Parlour 1!');
  await page.getByText('only letters, digits and underscores').waitFor();
  await page.getByLabel('Room for a player at a terminal').fill('Parlour_1');
  await page.getByRole('radio', { name: '5 + 3' }).click();
  await page.getByText('Programs at a terminal have no clock').waitFor();
  await page.getByRole('button', { name: 'Start the game' }).click();
  assert.ok(await page.getByRole('dialog').isVisible(), 'a clock and a room do not go together');
  await page.getByRole('radio', { name: 'No clock' }).click();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.getByText('join Parlour_1@').waitFor();
  const terminal = startTerminal(t, ATAXX);
  terminal.type(`level 1\nauto\njoin Parlour_1@127.0.0.1:${server.port}\n`);
  await page.getByTestId('status').filter({ hasText: 'Your turn' }).waitFor();
  await playOutByMouse(page);
  assert.ok((await moveCount(page)) > 4);
  // Both sides agree on the result.
  await terminal.hears(announced(await status(page)));
});

test('a game hosted from a terminal is joined from a browser through its link', async (t) => {
  const terminal = startTerminal(t, ATAXX, ['--bind', '127.0.0.1', '--port', '0']);
  terminal.type('level 1\nauto\nblocks 3\nhost Foo\n');
  const [, link] = await terminal.hears(/in a browser: (http:\S+)/);
  const page = await openBrowser(t);
  await page.goto(link);
  await page.getByText('Waiting in Foo for the other side to begin…').waitFor();
  await terminal.hears(/A partner has joined Foo\./);
  // A second guest comes too late.
  const late = await openBrowser(t);
  await late.goto(link);
  await late.getByRole('link', { name: 'Go to the start page' }).waitFor();

  terminal.type('start\n');
  await page.getByTestId('status').filter({ hasText: 'Your turn: Blue to move' }).waitFor();
  assert.equal(await page.locator('[role=gridcell][aria-label*="block"]').count(), 2, 'the set-up of the host holds');
  await moveByMouse(page);
  // A player who reloads the page is still in the game.
  await page.reload();
  await playOutByMouse(page);
  assert.ok((await moveCount(page)) > 4);
  await terminal.hears(announced(await status(page)));
});
