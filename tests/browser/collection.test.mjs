// A collection of games: files are dropped, games are found, and the explorer shows them.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { folder, newGame, openBrowser, picture, seriousFindings, startServer } from './support.mjs';

const game = (black, white, date, result, moves) =>
  `[Game "othello"]\n[Event "Open"]\n[Date "${date}"]\n[Black "${black}"]\n[White "${white}"]\n[Result "${result}"]\n\n${moves}\n\n`;
const GAMES = [
  game('Ann', 'Bob', '1998.05.03', '1-0', 'f5 d6 c3 d3 c4 f4 f6'),
  game('Bob', 'Ann', '1999', '0-1', 'c4 e3 f6 e6 f5'),
  game('Cid', 'Ann', '2001', '1/2-1/2', 'f5 f6 e6 f4 e3'),
].join('');

/** Drops files on a part of the page, as from another window. */
async function drop(target, files) {
  const data = await target.page().evaluateHandle((files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    return data;
  }, files);
  await target.dispatchEvent('drop', { dataTransfer: data });
}

test('files are dropped, searched, opened and explored', async (t) => {
  const server = await startServer(t, { games: join(folder(t), 'games.sqlite') });
  const page = await openBrowser(t);
  await page.goto(server.url);
  await page.getByRole('link', { name: 'Collection' }).click();
  await drop(page.getByRole('group', { name: 'Add files' }), [
    ['open.parlor', GAMES],
    ['lines.txt', 'f5d6c5f4e3\nf5a1\nf5d6c4\n'],
    ['notes.txt', 'buy milk'],
  ]);
  const report = page.getByTestId('report');
  await report.getByText('open.parlor: 3 new games').waitFor();
  await report.getByText('lines.txt: 2 new games, 1 unreadable').waitFor();
  await report.getByText('notes.txt: 0 new games').waitFor();
  const total = page.getByTestId('total');
  await total.getByText('5 games').waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await picture(page, 'collection');

  const search = page.getByRole('form', { name: 'Search the collection' });
  await search.getByLabel('Player', { exact: true }).fill('ann');
  await total.getByText('3 games').waitFor();
  await search.getByLabel('Result').selectOption({ label: 'Player won' });
  await total.getByText('2 games').waitFor();
  await search.getByLabel('Opening').fill('Tiger');
  await total.getByText('2 games').waitFor();
  await search.getByLabel('Opening').fill('Stephenson');
  await total.getByText('1 game', { exact: true }).waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  assert.equal((await download).suggestedFilename(), 'games.parlor');

  // A game opens with the name of its opening, which follows the shown position.
  await page.getByRole('button', { name: 'Ann – Bob' }).click();
  const opening = page.getByTestId('opening');
  await opening.getByText('Opening: Stephenson').waitFor();
  for (let step = 0; step < 2; step++) await page.getByRole('button', { name: 'Previous move' }).click();
  await opening.getByText('Opening: Tiger').waitFor();

  // The explorer counts the games that reached this position in any symmetry.
  await page.getByRole('button', { name: 'First position' }).click();
  await page.getByRole('tab', { name: 'Explorer' }).click();
  const explorer = page.getByTestId('explorer');
  await explorer.getByText('5 games of your collection reached this position.').waitFor();
  await page.getByRole('button', { name: 'Next move' }).click();
  await explorer.getByRole('row', { name: /d6.*Perpendicular/ }).getByText('4', { exact: false }).first().waitFor();
  await explorer.getByRole('row', { name: /f6.*Diagonal/ }).waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await picture(page, 'explorer');
  await explorer.getByRole('link', { name: 'List them' }).click();
  await total.getByText('5 games').waitFor();
});

test('the explorer of a game that is played shows the book, on a phone too', async (t) => {
  const server = await startServer(t);
  const page = await openBrowser(t, { viewport: { width: 390, height: 800 } });
  await page.goto(server.url);
  await newGame(page, 'Lines of Action', 'Computer', { level: 1, side: 'Black' });
  await page.getByRole('tab', { name: 'Explorer' }).click();
  const explorer = page.getByTestId('explorer');
  await explorer.getByRole('row').nth(1).waitFor();
  await explorer.getByText('0 games of your collection reached this position.').waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0);
  // A book move can be played from there.
  await explorer.getByRole('row').nth(1).getByRole('button').click();
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.locator('[data-ply="1"], .moves li').first().waitFor();
});
