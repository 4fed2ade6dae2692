// Study on the page that is its own host: threads, the collection, puzzles and questions about mistakes.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ISOLATED, kept, options, SITE, startSite } from './site-support.mjs';
import { newGame, openBrowser, play, playOutByMouse, seriousFindings } from './support.mjs';

const modules = SITE && existsSync(join(SITE, 'modules')) ? readdirSync(join(SITE, 'modules')) : [];
const hasThreads = modules.some((name) => name.startsWith('engine-threads-'));

test('an analysis uses several threads where the host sends the headers for shared memory', { skip: options.skip || (!hasThreads && 'the compiler cannot make engines for several threads') }, async (t) => {
  const site = await startSite(t, { headers: ISOLATED });
  const page = await openBrowser(t);
  await page.goto(site.url);
  // The service worker keeps the headers with the files.
  await kept(page);
  await page.reload();
  assert.ok(await page.evaluate(() => crossOriginIsolated && navigator.serviceWorker.controller));
  await newGame(page, 'Othello', 'Friend here');
  await play(page, ['c4', 'e3']);
  await page.keyboard.press('a');
  await page.getByRole('tab', { name: 'Analysis' }).click();
  const lines = page.getByRole('list', { name: 'Best lines' });
  await lines.getByRole('listitem').nth(1).waitFor();
  await page.getByText('Settings').first().click();
  await page.getByLabel('Threads').selectOption('2');
  // The search begins again with two threads, and goes on.
  await page.waitForFunction(() => parseInt(/\d+/.exec(document.querySelector('[data-testid=progress]')?.textContent ?? '0')[0]) >= 8);
  await lines.getByRole('listitem').nth(1).waitFor();
  // A visitor loads one of the two modules with engines.
  const engines = site.asked.filter((path) => path.includes('/modules/engine-'));
  assert.ok(engines.length > 0 && engines.every((path) => path.includes('/engine-threads-')), engines.join());
  // A level thinks with one thread, in the same module.
  await page.goto(`${site.url}#/`);
  await newGame(page, 'Lines of Action', 'Computer', { level: 2, side: 'White' });
  await page.locator('[data-ply="1"]').waitFor();
});

const game = (black, white, date, result, moves) =>
  `[Game "othello"]\n[Event "Open"]\n[Date "${date}"]\n[Black "${black}"]\n[White "${white}"]\n[Result "${result}"]\n\n${moves}\n\n`;
const GAMES = [
  game('Ann', 'Bob', '1998.05.03', '1-0', 'f5 d6 c3 d3 c4 f4 f6'),
  game('Bob', 'Ann', '1999', '0-1', 'c4 e3 f6 e6 f5'),
  game('Cid', 'Ann', '2001', '1/2-1/2', 'f5 f6 e6 f4 e3'),
].join('');

test('the collection has the own finished games and those of files, and the explorer counts them', options, async (t) => {
  const site = await startSite(t);
  const page = await openBrowser(t);
  await page.goto(site.url);
  await newGame(page, 'Othello', 'Computer', { level: 1, side: 'Black' });
  await playOutByMouse(page);
  const own = page.url();
  await page.goto(`${site.url}#/collection`);
  await page.getByTestId('collected-here').waitFor();
  const total = page.getByTestId('total');
  await total.getByText('1 game', { exact: true }).waitFor();
  const add = page.locator('input[type=file]');
  await add.setInputFiles([
    { name: 'open.parlor', mimeType: 'text/plain', buffer: Buffer.from(GAMES) },
    { name: 'lines.txt', mimeType: 'text/plain', buffer: Buffer.from('f5d6c5f4e3\nf5a1\nf5d6c4\nf5d6c4\n') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('buy milk') },
  ]);
  const report = page.getByTestId('report');
  await report.getByText('open.parlor: 3 new games').waitFor();
  await report.getByText('lines.txt: 2 new games, 1 already known, 1 unreadable').waitFor();
  await report.getByText('notes.txt: 0 new games').waitFor();
  await total.getByText('6 games').waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  // The games of the files are there after a reload.
  await page.reload();
  await total.getByText('6 games').waitFor();
  const search = page.getByRole('form', { name: 'Search the collection' });
  await search.getByLabel('Player', { exact: true }).fill('ann');
  await total.getByText('3 games').waitFor();
  await search.getByLabel('Result').selectOption({ label: 'Player won' });
  await total.getByText('2 games').waitFor();
  await search.getByLabel('Opening').fill('Stephenson');
  await total.getByText('1 game', { exact: true }).waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const written = readFileSync(await (await download).path(), 'utf8');
  assert.match(written, /\[Event "Open"\][^]*\[Black "Ann"\][^]*f5/);
  // A game of a file opens as a copy, an own game as itself.
  await page.getByRole('button', { name: 'Ann – Bob' }).click();
  await page.getByTestId('opening').getByText('Opening: Stephenson').waitFor();
  await page.getByRole('button', { name: 'First position' }).click();
  await page.getByRole('tab', { name: 'Explorer' }).click();
  const explorer = page.getByTestId('explorer');
  await explorer.getByText('6 games of your collection reached this position.').waitFor();
  await page.getByRole('button', { name: 'Next move' }).click();
  await explorer.getByRole('row', { name: /d6.*Perpendicular/ }).waitFor();
  // The book has moves where no game of the collection goes.
  assert.ok((await explorer.getByRole('row').count()) >= 3);
  await explorer.getByRole('link', { name: 'List them' }).click();
  await total.getByText('6 games').waitFor();
  await search.getByLabel('Player', { exact: true }).fill('computer');
  await total.getByText('1 game', { exact: true }).waitFor();
  await page.locator('table .open').first().click();
  await page.waitForURL(own);
});

/** Black's fourth move gives White access to the corner. */
const MISTAKEN = 'f5d6c3d3c4b3b2c2';
const square = (page, name) => page.locator(`[data-name=${name}]`);
const playable = (page, name) => square(page, name).and(page.locator('[aria-label*="can be played"]'));

test('a review asks for a better move at each mistake, and refutes other moves', options, async (t) => {
  const site = await startSite(t);
  const page = await openBrowser(t);
  await page.goto(site.url);
  await page.getByRole('button', { name: 'Import a game or position' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Text').fill(MISTAKEN);
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
  while (!/Move 7, b2, was/.test(await panel.innerText())) await panel.getByRole('button', { name: 'Next mistake' }).click();
  // The same mistake again is refuted by the engine of the page.
  await playable(page, 'b2').click();
  await panel.getByText(/b2 is a.* too: it loses \d+ % of the chances to win/).waitFor();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await playable(page, better).click();
  await panel.getByText(`${better} is the best move.`).waitFor();
  await panel.getByText(/1 solved/).waitFor();
});

for (const game of ['othello', 'ataxx', 'loa'])
  test(`a puzzle of ${game} is solved, and the progress is stored`, options, async (t) => {
    const site = await startSite(t);
    const page = await openBrowser(t);
    await page.goto(`${site.url}#/puzzles/${game}`);
    const puzzle = page.getByTestId('puzzle');
    await puzzle.getByText('Puzzle of the day').first().waitFor();
    const solution = await puzzle.getAttribute('data-solution');
    for (const name of solution.split('-').slice(-2)) await square(page, name).click();
    await puzzle.getByText(`${solution} is the solution.`).waitFor();
    await puzzle.getByText(/The best other move is/).waitFor();
    await page.getByRole('button', { name: 'Next puzzle' }).click();
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await puzzle.getByText(/The solution is/).waitFor();
    await page.reload();
    await puzzle.getByText(/1 solved at the first attempt, 2 of \d+ tried/).waitFor();
  });
