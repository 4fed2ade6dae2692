// The first minute: a person who knows none of the games makes a move, and completes the lessons.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, moveByMouse, newGame, openBrowser, playOutByMouse, seriousFindings, startServer, waitForTurn } from './support.mjs';

/** Clicks and counts the clicks. */
function finger(page) {
  let presses = 0;
  return {
    press: async (what) => {
      presses += 1;
      await what.click();
    },
    get presses() {
      return presses;
    },
  };
}

test('a newcomer makes a legal move in Lines of Action with two clicks', async (t) => {
  const server = await startServer(t, { games: join(folder(t), 'games.sqlite') });
  const page = await openBrowser(t);
  await page.goto(server.url);
  const hand = finger(page);
  const began = Date.now();
  await hand.press(page.getByRole('button', { name: 'Play Lines of Action' }));
  await page.getByTestId('coach').filter({ hasText: 'press a dot' }).waitFor();
  assert.equal(await page.locator('[role=gridcell][aria-selected=true]').count(), 1, 'a piece is chosen already');
  await hand.press(page.locator('[role=gridcell][aria-label*="move here"]').first());
  await page.locator('[data-ply="1"]').waitFor();
  assert.ok(hand.presses <= 2, `${hand.presses} presses`);
  t.diagnostic(`a legal move after ${hand.presses} presses and ${Date.now() - began} ms`);
  // From now on they select pieces themselves, in the next game too.
  await page.locator('[data-ply="2"]').waitFor();
  assert.equal(await page.getByTestId('coach').count(), 0);
  assert.equal(await page.locator('[role=gridcell][aria-selected=true]').count(), 0);
});

for (const [game, title, presses] of [['loa', 'Lines of Action', 40], ['othello', 'Othello', 30], ['ataxx', 'Ataxx', 36]]) {
  test(`a newcomer completes the lessons of ${title}, and the progress is stored`, async (t) => {
    const server = await startServer(t);
    const page = await openBrowser(t);
    await page.goto(server.url);
    const hand = finger(page);
    const began = Date.now();
    await hand.press(page.getByRole('link', { name: `Learn ${title}` }));
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('link');
    await steps.first().waitFor();
    const count = await steps.count();
    assert.ok(count >= 8 && count <= 12, `${count} steps`);
    for (let step = 1; step <= count; step++) {
      await page.getByText(`Step ${step} of ${count}`).waitFor();
      // The solution is shown on request; then its piece, if it has one, and its square are clicked.
      await hand.press(page.getByRole('button', { name: 'Show me' }));
      const squares = await page.locator('svg circle.hint').count();
      assert.ok(squares >= 1, `step ${step} has a solution`);
      const said = await page.getByTestId('announcer').textContent();
      const [from, to] = said.match(/[a-h]\d+/g);
      const square = (name) => page.locator(`[role=gridcell][data-name=${name}]`);
      if (to) await hand.press(square(from));
      await hand.press(square(to ?? from));
      await page.locator('.answer .good').waitFor();
      if (step < count) await hand.press(page.getByRole('button', { name: 'Next step' }));
    }
    assert.ok(hand.presses <= presses, `${hand.presses} presses`);
    t.diagnostic(`${count} steps in ${hand.presses} presses and ${Date.now() - began} ms`);
    assert.deepEqual(await seriousFindings(page), []);
    await page.reload();
    await page.getByText(`You have finished all lessons of ${title}.`).waitFor();
    assert.equal(await page.getByRole('link', { name: /^Step \d+: .*, done$/ }).count(), count);
  });
}

test('a lesson explains mistakes, and can be completed with the keyboard', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(`${server.origin}/#/learn/othello/2`);
  // The rules explain an illegal click; the lesson explains a legal one that misses the goal.
  await page.locator('[data-name=h8]').click();
  await page.getByTestId('note').filter({ hasText: 'a disc on h8 encloses nothing' }).waitFor();
  await page.locator('[data-name=d6]').click();
  await page.getByText('That turned only one disc.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('[data-name=f4]').focus();
  await page.keyboard.press('Enter');
  await page.getByText('All three turned at once.').waitFor();
  // The focus is on the next button.
  await page.keyboard.press('Enter');
  await page.getByText('Step 3 of').waitFor();
  // A threat that was not prevented is carried out.
  await page.goto(`${server.origin}/#/learn/othello/7`);
  await page.locator('[data-name=b2]').click();
  await page.getByText('White took the corner at once').waitFor();
  assert.match(await page.locator('[data-name=a1]').getAttribute('aria-label'), /white/);
});

test('a click that plays nothing is explained next to the square', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Lines of Action', 'Friend here');
  const note = (text) => page.getByTestId('note').filter({ hasText: text }).waitFor();
  const press = (name) => page.locator(`[data-name=${name}]`).click();
  await press('d4');
  await note('First choose one of your pieces');
  await press('a4');
  await note('This piece is not yours');
  await press('b1');
  await press('b4');
  await note('this line has 2 pieces, so a move along it goes 2 squares, not 3');
  assert.match(await page.getByTestId('announcer').textContent(), /2 squares, not 3/);
  await press('c5');
  await note('b1 and c5 are not in a straight line');
  // The piece is still selected.
  await press('b3');
  await page.locator('[data-ply="1"]').waitFor();
  assert.equal(await page.getByTestId('note').count(), 0);
  // A game against the computer has no variations while it is in progress.
  await page.goto(`${server.origin}/#/`);
  await newGame(page, 'Lines of Action', 'Computer', { level: 1, side: 'Black' });
  await press('b1');
  await press('b3');
  await page.locator('[data-ply="2"]').waitFor();
  await page.getByRole('button', { name: 'First position' }).click();
  await press('b3');
  await note('You are looking at an earlier position');
});

test('a pass is announced on the board and listed but not counted', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  // Black plays e1 and leaves White nothing to enclose.
  const position = `-XOO----${'-'.repeat(48)}------OX X`;
  await page.goto(`${server.origin}/#/p/othello?at=${encodeURIComponent(position)}`);
  await waitForTurn(page);
  await page.locator('[data-name=e1]').click();
  await page.getByTestId('passed').filter({ hasText: 'White has no move and passes: black plays again' }).waitFor();
  assert.match(await page.getByTestId('announcer').textContent(), /White has no move and passes/);
  await page.getByRole('button', { name: /^pass: White/ }).waitFor();
  await page.locator('[data-name=f8]').click();
  await page.locator('[data-ply="3"]').waitFor();
  assert.deepEqual(await page.getByRole('list', { name: 'Moves' }).locator('.number').allInnerTexts(), ['1', '2']);
});

test('the end of a game is celebrated, and counts for the rating', async (t) => {
  const server = await startServer(t, { games: join(folder(t), 'games.sqlite') });
  const page = await openBrowser(t);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Play Othello' }).click();
  await page.getByRole('grid').waitFor();
  await playOutByMouse(page);
  const scene = page.getByTestId('scene');
  await scene.getByRole('heading', { name: /^You (won|lost) \d+–\d+$|^A draw$/ }).waitFor();
  await scene.getByText(/^Your rating: 400 → \d+/).waitFor();
  // The review that finds the turning point starts automatically.
  await scene.locator('.story').filter({ hasText: /Looking for|move|ahead|mistake/ }).waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  const won = /won/.test(await scene.getByRole('heading').innerText());
  await scene.getByRole('button', { name: 'See the board' }).click();
  await page.getByRole('button', { name: 'Rematch' }).waitFor();

  await page.goto(`${server.origin}/#/`);
  // A finished game is not offered again, and the next opponent depends on the result.
  await page.getByRole('button', { name: 'Play Othello' }).waitFor();
  assert.equal(await page.locator('.recent').count(), 0);
  await page.locator('#against-othello').filter({ hasText: won ? 'Momo' : 'Pip' }).waitFor();
  await page.getByRole('link', { name: 'Your record' }).click();
  await page.getByText('1 game ·').waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await page.getByRole('button', { name: 'Delete my record' }).click();
  await page.getByRole('button', { name: 'Really delete it?' }).click();
  await page.getByText('Games that you finish against the computer count here.').waitFor();
});

test('a game with help is not rated, and records can be turned off', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Play Othello' }).click();
  await waitForTurn(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.why strong').waitFor();
  assert.match(await page.locator('.why').innerText(), /keeps the balance/, 'a hint at the start fits the score');
  for (let i = 0; i < 4; i++) {
    if (await waitForTurn(page)) await moveByMouse(page);
  }
  await waitForTurn(page);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Really resign?' }).click();
  await page.getByTestId('scene').getByRole('heading', { name: 'You lost' }).waitFor();
  assert.equal(await page.getByText('Your rating:').count(), 0);
  await page.goto(`${server.origin}/#/record/othello`);
  await page.getByText('not counted').waitFor();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Keep my rating').uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByText('Your record is switched off.').waitFor();
});

test('the editor paints by dragging', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(`${server.origin}/#/edit/othello`);
  await page.getByRole('button', { name: 'Empty board' }).click();
  const at = async (name) => {
    const box = await page.locator(`[data-name=${name}]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await at('a1')));
  await page.mouse.down();
  for (const name of ['b1', 'c1', 'd1']) await page.mouse.move(...(await at(name)), { steps: 3 });
  await page.mouse.up();
  await page.getByText(`XXXX${'-'.repeat(60)} X`).waitFor();
  // A stroke that starts on a piece of the brush erases.
  await page.mouse.move(...(await at('b1')));
  await page.mouse.down();
  await page.mouse.move(...(await at('c1')), { steps: 3 });
  await page.mouse.up();
  await page.getByText(`X--X${'-'.repeat(60)} X`).waitFor();
  // A key press paints one square.
  await page.locator('[data-name=h8]').focus();
  await page.keyboard.press('Enter');
  await page.locator('[data-name=h8][aria-label*="black"]').waitFor();
});

test('the rules are illustrated by animated boards', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t, { reducedMotion: 'no-preference' });
  await page.goto(`${server.origin}/#/help/loa`);
  const board = page.getByRole('img', { name: /^Black’s last piece joins/ });
  await board.waitFor();
  await page.waitForFunction(() => document.querySelectorAll('svg[data-shown="1"]').length > 0);
  await page.getByRole('button', { name: 'Play it again' }).last().click();
  await page.waitForFunction(() => document.querySelectorAll('svg[data-shown="0"]').length > 0);
});

test('help links to the documentation where the server has it', async (t) => {
  const book = folder(t);
  mkdirSync(join(book, 'docs/manual'), { recursive: true });
  const script = '<script>document.title = "In the browser";</script>';
  writeFileSync(join(book, 'docs/manual/browser.html'), `<!doctype html><html lang="en">${script}</html>`);
  const page = await openBrowser(t);
  const without = await startServer(t);
  await page.goto(`${without.origin}/#/help/othello`);
  await page.getByRole('button', { name: 'Play Othello' }).waitFor();
  assert.equal(await page.getByRole('link', { name: 'This page in detail' }).count(), 0);

  const server = await startServer(t, { book });
  await page.goto(`${server.origin}/#/help/othello`);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'This page in detail' }).click();
  const manual = await opened;
  // The book's own scripts run: they choose its theme and build its table of contents.
  await manual.waitForFunction(() => document.title === 'In the browser');
});

test('the computer’s level can be chosen and is stored', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await newGame(page, 'Othello', 'Computer', { level: 3, side: 'White' });
  // White's player has their name below the board, which is not flipped.
  await page.locator('.bottom .bar[data-side=white]').waitFor();
  const first = await page.locator('[role=gridcell]').first().getAttribute('data-name');
  assert.equal(first, 'a1');
  await page.locator('.top .name', { hasText: 'Clover' }).waitFor();
  await page.goto(`${server.origin}/#/`);
  await page.getByRole('button', { name: 'Choose opponent, side and rules of Othello' }).click();
  assert.equal(await page.getByRole('radio', { name: /^Clover/ }).getAttribute('aria-checked'), 'true');
  assert.match(await page.getByRole('radio', { name: /^Pip/ }).getAttribute('aria-label'), /rated 400 · suits you/);
});
