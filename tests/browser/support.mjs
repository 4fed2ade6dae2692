// What every browser test needs: a server of its own, a clean browser, and hands.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The program under test, built by scripts/browser-tests. */
const SERVE = process.env.PARLOR_SERVE;
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A folder that goes away with the test. */
export function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'parlor-browser-'));
  t.after(() => remove(path));
  return path;
}

/** A process that was just ended may still be writing its last file. */
function remove(path) {
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Starts a server and returns its address, its process and a way to kill it without warning. */
export async function startServer(t, options = {}) {
  assert.ok(SERVE, 'PARLOR_SERVE must name the server; scripts/browser-tests sets it');
  const args = ['--pace', String(options.pace ?? 20)];
  if (options.games) args.push('--games', options.games);
  if (options.port) args.push('--port', String(options.port));
  const child = spawn(SERVE, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const url = await new Promise((done, failed) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) done(text.trim());
    });
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}`)));
  });
  const { origin, port } = new URL(url);
  const kill = () =>
    new Promise((done) => {
      child.once('exit', done);
      child.kill('SIGKILL');
    });
  return { url, origin, port, kill };
}

/** A browser with an empty profile, and its first page. Errors on the page fail the test. */
export async function openBrowser(t, options = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'parlor-browser-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.PARLOR_CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: FLAGS,
    viewport: { width: 1360, height: 860 },
    colorScheme: 'dark',
    ...options,
  });
  t.after(async () => {
    await browser.close();
    remove(profile);
  });
  const page = browser.pages()[0] ?? (await browser.newPage());
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // A lost connection is reported by the browser itself, and some tests cut it.
    if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION/.test(message.text())) errors.push(message.text());
  });
  t.after(() => assert.deepEqual(errors, [], 'the page reported errors'));
  page.setDefaultTimeout(20_000);
  return page;
}

/** Chooses a game in the dialog and starts it. */
export async function newGame(page, game, opponent, options = {}) {
  await page.getByRole('button', { name: `Play ${game}` }).click();
  await page.getByRole('radio', { name: opponent, exact: true }).click();
  if (options.level) await page.getByLabel('Strength').fill(String(options.level - 1));
  if (options.side) await page.getByRole('radiogroup', { name: 'You play' }).getByRole('radio', { name: new RegExp(`^${options.side}`) }).click();
  if (options.rules || options.limit || options.blocks || options.size) {
    await page.getByText('Rules and board').click();
    if (options.rules) await page.getByRole('radio', { name: options.rules }).check();
    if (options.size) await page.getByLabel('Size of the board').selectOption({ label: options.size });
    if (options.limit) await page.getByLabel('Drawn after so many moves').fill(String(options.limit));
    for (const block of options.blocks ?? []) await page.getByRole('checkbox', { name: `Block ${block}` }).click();
  }
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.getByRole('grid').waitFor();
}

export const status = (page) => page.getByTestId('status').innerText();
export const count = async (page, side) => Number(await page.getByTestId(`count-${side}`).innerText());
export const isOver = async (page) => /wins|tie|draw|loses/i.test(await status(page));

/** How many moves the list shows. */
export const moveCount = (page) => page.locator('[data-ply]').count();

/** Squares whose description holds a text. */
const squares = (page, text) => page.locator(`[role=gridcell][aria-label*="${text}"]`);

/** Waits until it is somebody's turn here or the game is over; says whether there is something to play. */
export async function waitForTurn(page) {
  await page.waitForFunction(() => {
    const text = document.querySelector('[data-testid=status]')?.textContent ?? '';
    if (/wins|tie|draw/i.test(text)) return true;
    return [...document.querySelectorAll('[role=gridcell]')].some((cell) => /can be played|can move/.test(cell.ariaLabel)) || !!document.querySelector('.pass');
  });
  return !(await isOver(page));
}

/** The name of a square to go to, after choosing a piece if the game needs it. Extensions come before jumps. */
async function pick(page, press) {
  const skip = page.getByRole('button', { name: 'Skip the turn' });
  if (await skip.isVisible()) {
    await press(skip);
    return;
  }
  const placed = squares(page, 'can be played');
  const n = await placed.count();
  if (n) {
    await press(placed.nth(Math.floor(n / 2)));
    return;
  }
  const movers = squares(page, 'can move');
  const n_movers = await movers.count();
  const names = await movers.evaluateAll((cells) => cells.map((cell) => cell.dataset.name));
  for (const name of names.slice(Math.floor(n_movers / 2)).concat(names)) {
    await press(page.locator(`[data-name="${name}"]`));
    const extend = squares(page, 'extend here');
    if (await extend.count()) {
      await press(extend.first());
      return;
    }
    if (name === names.at(-1) || !(await squares(page, 'extend here').count())) {
      const other = squares(page, ' here');
      if ((await other.count()) && (name === names.at(-1) || !(await page.locator('[data-game=ataxx]').count()))) {
        await press(other.first());
        return;
      }
    }
    // Let go of this piece and try another one.
    await press(page.locator(`[data-name="${name}"]`));
  }
}

/** Plays one move with the mouse. */
export async function moveByMouse(page) {
  const before = await moveCount(page);
  await pick(page, (target) => target.click());
  await page.waitForFunction((n) => document.querySelectorAll('[data-ply]').length > n, before);
}

/** Plays one move with the keyboard alone. */
export async function moveByKeyboard(page) {
  const before = await moveCount(page);
  await pick(page, async (target) => {
    if (!(await target.evaluate((cell) => cell.matches('[role=gridcell]')))) {
      await target.focus();
      await page.keyboard.press('Enter');
      return;
    }
    if (!(await page.evaluate(() => document.activeElement?.matches('[role=gridcell]')))) {
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
      await page.keyboard.press('b');
    }
    // Where the square is on the screen tells which arrows lead to it.
    const [rows, columns] = await target.evaluate((cell) => {
      const box = (element) => element.getBoundingClientRect();
      const [from, to] = [box(document.activeElement), box(cell)];
      return [Math.round((to.y - from.y) / to.height), Math.round((to.x - from.x) / to.width)];
    });
    for (let i = 0; i < Math.abs(rows); i++) await page.keyboard.press(rows > 0 ? 'ArrowDown' : 'ArrowUp');
    for (let i = 0; i < Math.abs(columns); i++) await page.keyboard.press(columns > 0 ? 'ArrowRight' : 'ArrowLeft');
    await page.keyboard.press('Enter');
  });
  await page.waitForFunction((n) => document.querySelectorAll('[data-ply]').length > n, before);
}

/** Plays until the game is over. */
export async function playOut(page, move) {
  for (let i = 0; i < 400; i++) {
    if (!(await waitForTurn(page))) return;
    await move(page);
  }
  assert.fail('the game does not end');
}

/** Serious findings of axe on the page as it is. */
export async function seriousFindings(page) {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`);
}

/** The pictures that the README and the manual show. */
const PICTURES = ['home-dark', 'othello-light', 'othello-dark', 'ataxx-dark', 'loa-light', 'analysis-dark', 'telephone-othello'];

/** Keeps a picture for the manual when asked to. */
export async function picture(page, name) {
  const images = process.env.PARLOR_IMAGES;
  if (images && PICTURES.includes(name)) await page.screenshot({ path: join(images, `${name}.png`) });
}
