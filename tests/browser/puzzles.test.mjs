// Puzzles, and questions about your own mistakes, by mouse, keyboard and on a phone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBrowser, picture, seriousFindings, startServer } from './support.mjs';

/** Black's fourth move gives White access to the corner. */
const GAME = 'f5d6c3d3c4b3b2c2';

const square = (page, name) => page.locator(`[data-name=${name}]`);
const playable = (page, name) => square(page, name).and(page.locator('[aria-label*="can be played"]'));
const announced = (page, text) =>
  page.waitForFunction(
    (text) => document.querySelector('[data-testid=announcer]').textContent.includes(text),
    text,
  );

test('a review asks for a better move at each mistake, and refutes other moves', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Import a game or position' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Text').fill(GAME);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('grid').waitFor();
  await page.getByRole('tab', { name: 'Analysis' }).click();
  await page.getByRole('button', { name: 'Review the whole game' }).click();
  await page.getByTestId('summary').waitFor();
  const mistake = page.locator('ol[aria-label=Mistakes] li', { hasText: 'b2?' });
  const better = /(\w+) was better/.exec(await mistake.innerText())[1];
  await page.getByRole('button', { name: 'Learn from your mistakes' }).click();
  const panel = page.getByTestId('mistakes');
  await panel.waitFor();
  // There may be other mistakes before this one.
  while (!/Move 7, b2, was/.test(await panel.innerText()))
    await panel.getByRole('button', { name: 'Next mistake' }).click();
  await announced(page, 'Find a better move');
  // The same mistake again is refuted on the board.
  await playable(page, 'b2').click();
  await panel.getByText(/b2 is a.* too: it loses \d+ % of the chances to win/).waitFor();
  const line = panel.getByRole('group', { name: 'Moves that show why' });
  await line.getByRole('button', { name: 'b2' }).waitFor();
  await line.getByRole('button', { name: 'One move on along the line' }).click();
  assert.equal(await page.locator('[data-node]').count(), 0, 'an answer is no variation');
  await page.waitForFunction(() => document.querySelector('[data-testid=mistakes] .now')?.textContent !== 'b2');
  assert.deepEqual(await seriousFindings(page), []);
  await picture(page, 'mistakes-dark');
  // By keyboard: the button that continues has the focus.
  await panel.getByRole('button', { name: 'Try again' }).focus();
  await page.keyboard.press('Enter');
  await playable(page, better).focus();
  await page.keyboard.press('Enter');
  await panel.getByText(`${better} is the best move.`).waitFor();
  await panel.getByText(/1 solved/).waitFor();
  await panel.getByRole('button', { name: /Stop|Back to the review/ }).click();
  await page.getByTestId('summary').waitFor();
  assert.equal(await panel.count(), 0);
});

for (const game of ['othello', 'ataxx', 'loa'])
  test(`a puzzle of ${game} is solved, or given up and explained`, async (t) => {
    const server = await startServer(t);
    const page = await openBrowser(t, game === 'loa' ? { viewport: { width: 390, height: 844 } } : {});
    await page.goto(`${server.url}#/puzzles/${game}`);
    const puzzle = page.getByTestId('puzzle');
    await puzzle.getByText('Puzzle of the day').first().waitFor();
    assert.deepEqual(await seriousFindings(page), []);
    if (game !== 'ataxx') await picture(page, `puzzle-${game}`);
    // A hint, the solution, and the moves after it.
    await page.getByRole('button', { name: 'Hint' }).click();
    await announced(page, 'Look at');
    const solution = await puzzle.getAttribute('data-solution');
    const squares = solution.split('-');
    for (const name of squares.slice(-2)) await square(page, name).click();
    await puzzle.getByText(`${solution} is the solution.`).waitFor();
    await puzzle.getByText(/The best other move is/).waitFor();
    await puzzle.getByText('1 in a row, 1 at best').waitFor();
    await puzzle.getByText('Daily puzzle solved: 1 day').waitFor();
    // Skip the next one.
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await puzzle.getByText(/Puzzle \d+ of \d+/).waitFor();
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await puzzle.getByText(/The solution is/).waitFor();
    await puzzle.getByText('0 in a row, 1 at best').waitFor();
    // The progress is stored.
    await page.reload();
    await puzzle.getByText(/1 solved at the first attempt, 2 of \d+ tried/).waitFor();
    await page.getByRole('link', { name: 'Puzzle of the day' }).click();
    await puzzle.getByText('Puzzle of the day').first().waitFor();
  });

test('a wrong answer to a puzzle is reported as wrong', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t);
  await page.goto(`${server.url}#/puzzles/othello/1`);
  const puzzle = page.getByTestId('puzzle');
  await puzzle.waitFor();
  const solution = await puzzle.getAttribute('data-solution');
  const wrong = page.locator(`[aria-label*="can be played"]:not([data-name=${solution}])`).first();
  const name = await wrong.getAttribute('data-name');
  await wrong.click();
  await puzzle.getByText(`${name} is not the solution.`).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await square(page, solution).click();
  await puzzle.getByText(`${solution} is the solution.`).waitFor();
  await puzzle.getByText(/0 solved at the first attempt, 1 of \d+ tried/).waitFor();
});
