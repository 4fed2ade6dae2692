// Frozen servers, moves in transit, and sessions that continue on another connection.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveByMouse, moveCount, newGame, openBrowser, startServer, waitForTurn } from './support.mjs';

test('a frozen server is noticed, and play continues when it resumes', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Othello', 'Friend here');
  await waitForTurn(page);
  await moveByMouse(page);
  await waitForTurn(page);
  server.signal('SIGSTOP');
  // The server closes nothing and sends nothing: only the missing heartbeat reveals it.
  await page.getByText('Reconnecting…').waitFor();
  server.signal('SIGCONT');
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' });
  await moveByMouse(page);
  await waitForTurn(page);
  assert.equal(await moveCount(page), 2);
});

test('a move is drawn at once, and removed when the server refuses it', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  let holds = false;
  let toPage;
  const held = [];
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    const far = socket.connectToServer();
    toPage = socket;
    socket.onMessage((text) => (holds && JSON.parse(text).type === 'play' ? held.push(text) : far.send(text)));
  });
  await page.goto(server.url);
  await newGame(page, 'Othello', 'Friend here');
  await waitForTurn(page);
  const discs = async () => page.locator('[role=gridcell][aria-label*="black"]').count();
  const before = await discs();
  holds = true;
  await moveByMouse(page);
  assert.equal(held.length, 1, 'the server has not heard of it');
  assert.ok((await discs()) > before, 'it is on the board');
  toPage.send(JSON.stringify({ type: 'refused', reason: { code: 'stale' } }));
  await page.locator('[data-ply="1"]').waitFor({ state: 'detached' });
  assert.equal(await discs(), before, 'and gone again');
  holds = false;
  await waitForTurn(page);
  await moveByMouse(page);
  await waitForTurn(page);
  assert.equal(await moveCount(page), 1);
});

test('requests continue after a lost connection', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  const asked = [];
  const sessions = [];
  let cut;
  await page.routeWebSocket(/\/ws\?/, (socket) => {
    const far = socket.connectToServer();
    let isCut = false;
    socket.onMessage((text) => {
      asked.push(JSON.parse(text).type);
      if (!isCut) far.send(text);
    });
    far.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type === 'session') sessions.push(message.resumed);
      if (!isCut) socket.send(text);
      // During the review, once.
      if (message.type === 'reviewed' && sessions.length === 1 && !isCut) cut();
    });
    cut = () => {
      isCut = true;
      far.close({ code: 4000 });
      socket.close({ code: 4001 });
    };
  });
  await page.goto(server.url);
  await newGame(page, 'Lines of Action', 'Friend here');
  for (let i = 0; i < 4; i++) {
    await waitForTurn(page);
    await moveByMouse(page);
  }
  await waitForTurn(page);
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.getByRole('button', { name: 'Review the whole game' }).click();
  await page.getByRole('button', { name: 'Review again' }).waitFor();
  assert.deepEqual(sessions, [false, true], 'the same conversation');
  assert.equal(asked.filter((type) => type === 'review').length, 1, 'the review was asked for once');
});
