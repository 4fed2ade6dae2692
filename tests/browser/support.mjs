// Shared by all browser tests: a server for each test, a clean browser, and functions that play moves.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/**
 * Disabled features, which are not tested and take as long as a short test: the browser's address bar is a page of
 * its own (omnibox). Only the last list of features counts, so those that Playwright disables are repeated.
 */
const DISABLED_FEATURES = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
  ...['AimEnabled', 'AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose'],
  ...['HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter', 'NetworkTimeServiceQuerying'],
  ...['OptimizationHints', 'PaintHolding', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning'],
  ...(process.env.PARLOR_PAGE ? ['LocalNetworkAccessChecks'] : []),
];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${DISABLED_FEATURES}`,
];

/** The program under test, built by scripts/browser-tests. */
const SERVE = process.env.PARLOR_SERVE;
/**
 * A folder with a page built by vite, which replaces the server's embedded page, so that work on the page needs no
 * rebuild of the server.
 */
const PAGE = process.env.PARLOR_PAGE;
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A temporary folder that is removed after the test. */
export function folder(t) {
  const path = mkdtempSync(join(tmpdir(), 'parlor-browser-'));
  t.after(() => remove(path));
  return path;
}

/** Removes a folder. A process that has just ended may still be writing its last file. */
function remove(path) {
  rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** Starts a server and returns its address, and functions that kill it without warning and freeze it. */
export async function startServer(t, options = {}) {
  assert.ok(SERVE, 'PARLOR_SERVE must name the server; scripts/browser-tests sets it');
  const args = ['--pace', String(options.pace ?? 20)];
  if (options.games) args.push('--games', options.games);
  if (options.port) args.push('--port', String(options.port));
  if (options.book) args.push('--book', options.book);
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
  /** Freezes (SIGSTOP) or resumes (SIGCONT) the server. */
  const signal = (name) => child.kill(name);
  return { url, origin, port, kill, signal };
}

/** The browser of this process, while a test uses it. */
let running;
let n_users = 0;
let closing;

/** Starts a browser. If it crashes or does not start, the next test starts another. */
function startBrowser() {
  const started = chromium.launch({ executablePath: process.env.PARLOR_CHROMIUM ?? '/usr/bin/chromium', headless: true, args: FLAGS });
  // Another one may already be running when this one ends.
  const forget = () => {
    if (running === started) running = undefined;
  };
  started.then((browser) => browser.once('disconnected', forget), forget);
  return started;
}

/** Starts the browser, or reuses the running one: starting it takes as long as a short test. */
function takeBrowser() {
  clearTimeout(closing);
  n_users += 1;
  running ??= startBrowser();
  return running;
}

/** Closes the browser unless the next test reuses it soon. */
function leaveBrowser() {
  n_users -= 1;
  if (n_users > 0) return;
  closing = setTimeout(() => {
    const last = running;
    running = undefined;
    last?.then((browser) => browser.close()).catch(() => {});
  }, 1000);
}

/**
 * Opens an empty profile that shares nothing with others, and its first page. Errors on the page fail the test. By
 * default it uses reduced motion, because animations cost more than everything else.
 */
export async function openBrowser(t, options = {}) {
  let browser;
  t.after(async () => {
    await browser?.close().catch(() => {});
    leaveBrowser();
  });
  browser = await (await takeBrowser()).newContext({
    viewport: { width: 1360, height: 860 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await browser.newPage();
  if (PAGE)
    await browser.route(/^http:\/\/127\.0\.0\.1:/, async (route) => {
      const { pathname } = new URL(route.request().url());
      const path = join(PAGE, pathname === '/' ? 'index.html' : pathname);
      await (existsSync(path) ? route.fulfill({ path }) : route.continue());
    });
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // The browser itself reports a lost connection, and some tests cut it.
    if (message.type() === 'error' && !/WebSocket|ERR_CONNECTION|ERR_INTERNET_DISCONNECTED/.test(message.text())) errors.push(message.text());
  });
  t.after(() => assert.deepEqual(errors, [], 'the page reported errors'));
  // A shared machine may be many times slower than a developer's.
  page.setDefaultTimeout(120_000);
  return page;
}

/** Chooses a game in the dialog and starts it. */
export async function newGame(page, game, opponent, options = {}) {
  await page.getByRole('button', { name: `Choose opponent, side and rules of ${game}` }).click();
  await page.getByRole('radio', { name: opponent, exact: true }).click();
  if (options.level) await chooseLevel(page, options.level);
  if (options.side) await page.getByRole('radiogroup', { name: 'You play' }).getByRole('radio', { name: new RegExp(`^${options.side}`) }).click();
  if (options.clock) await page.getByRole('radiogroup', { name: 'Clock' }).getByRole('radio', { name: options.clock }).click();
  if (options.rules || options.limit || options.blocks || options.size) {
    await page.getByText('Rules and board').click();
    if (options.rules) await page.getByRole('radio', { name: options.rules }).check();
    if (options.size) await page.getByLabel('Size of the board').selectOption({ label: options.size });
    if (options.limit) await page.getByLabel('Draw after this many moves').fill(String(options.limit));
    for (const block of options.blocks ?? []) await page.getByRole('checkbox', { name: `Block ${block}` }).click();
  }
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.getByRole('grid').waitFor();
}

/** The names of the computer's levels, weakest first. */
export const OPPONENTS = ['Pip', 'Momo', 'Clover', 'Tama', 'Rusty', 'Bruno', 'Strix', 'Lupa', 'Raja', 'Fafnir'];

/** Chooses a level in the dialog of a new game. */
export const chooseLevel = (page, level) =>
  page.getByRole('radiogroup', { name: 'Strength' }).getByRole('radio', { name: OPPONENTS[level - 1] }).click();

/** Lets a person or a level play a side from now on. */
export async function seat(page, side, who) {
  await page.getByTestId(`switch-${side}`).click();
  await page.getByRole('dialog').getByRole('button', { name: who }).click();
}

/** Shows the field for typing moves, if it is not shown yet. */
export async function typing(page) {
  const field = page.getByLabel('Type a move');
  if (!(await field.isVisible())) await page.getByRole('button', { name: 'Type', exact: true }).click();
  return field;
}

export const status = (page) => page.getByTestId('status').innerText();
export const count = async (page, side) => Number(await page.getByTestId(`count-${side}`).innerText());
export const isOver = async (page) => /wins|tie|draw|loses/i.test(await status(page));

/** The number of moves in the list. */
export const moveCount = (page) => page.locator('[data-ply]').count();

/** Waits until a condition holds on the page, with frequent polling. */
const until = (page, what, argument) => page.waitForFunction(what, argument, { polling: 25 });

/** Waits until it is a person's turn here or the game is over; returns whether there is a move to play. */
export async function waitForTurn(page) {
  await until(page, () => {
    const text = document.querySelector('[data-testid=status]')?.textContent ?? '';
    if (/wins|tie|draw/i.test(text)) return true;
    return [...document.querySelectorAll('[role=gridcell]')].some((cell) => /can be played|can move| here/.test(cell.ariaLabel)) || !!document.querySelector('.pass');
  });
  return !(await isOver(page));
}

/**
 * Waits until there are more moves than `after` and one can be played here, and returns what to press next, all in one call of
 * the page: the button that skips a turn, a square to play on, a piece to choose, or a square for the piece that is chosen. In
 * Ataxx pieces in `tried` have nowhere to extend to. Of several squares it is the middle one, or with `nearest` the one to which
 * the fewest arrow keys lead.
 */
const look = (page, tried, after, nearest) =>
  page.evaluate(
    async ([tried, after, nearest]) => {
      const findCells = () => [...document.querySelectorAll('[role=gridcell]')];
      const countPlies = () => document.querySelectorAll('[data-ply]').length;
      const isOver = () => /wins|tie|draw/i.test(document.querySelector('[data-testid=status]')?.textContent ?? '');
      const isTurn = () => findCells().some((cell) => /can be played|can move| here/.test(cell.ariaLabel)) || !!document.querySelector('.pass');
      const since = Date.now();
      while (countPlies() <= after || !(isOver() || isTurn())) {
        if (Date.now() - since > 120_000) throw new Error(`nothing can be played after ${countPlies()} moves`);
        await new Promise((done) => setTimeout(done, 10));
      }
      const plies = countPlies();
      if (isOver()) return { over: true, plies };
      const focused = document.activeElement?.matches('[role=gridcell]') ? document.activeElement.getBoundingClientRect() : null;
      /** How many rows and columns a square is away from the focus, on the screen. */
      const steps = ({ x, y }) => focused && [Math.round((y - focused.y) / focused.height), Math.round((x - focused.x) / focused.width)];
      const distance = (cell) => steps(cell.getBoundingClientRect()).reduce((sum, n) => sum + Math.abs(n), 0);
      const choose = (cells) => (nearest && focused ? cells.reduce((a, b) => (distance(b) < distance(a) ? b : a)) : cells[cells.length >> 1]);
      const place = (element, more) => {
        const box = element.getBoundingClientRect();
        return { name: element.dataset.name, x: box.x + box.width / 2, y: box.y + box.height / 2, steps: steps(box), plies, ...more };
      };
      const skip = document.querySelector('.pass button');
      if (skip) return place(skip, { plays: true });
      const labelled = (text) => findCells().filter((cell) => cell.ariaLabel.includes(text));
      const placed = labelled('can be played');
      if (placed.length) return place(choose(placed), { plays: true });
      const chosen = labelled('selected')[0];
      if (chosen) {
        const extend = labelled('extend here')[0];
        const other = labelled(' here')[0];
        const jumps = document.querySelector('[data-game=ataxx]') && !tried.includes('anything');
        if (extend || (other && !jumps)) return place(extend ?? other, { plays: true });
        return place(chosen, { stuck: chosen.dataset.name });
      }
      const movers = labelled('can move').filter((cell) => !tried.includes(cell.dataset.name));
      return movers.length ? place(choose(movers), {}) : { exhausted: true };
    },
    [tried, after, nearest],
  );

/** Presses what makes one move, one thing after the other. Returns how many moves there were before, or null when the game is over. */
async function pressMove(page, after, press, nearest) {
  let tried = [];
  for (;;) {
    const target = await look(page, tried, after, nearest);
    if (target.over) return null;
    // Nothing can extend any more: jump with whatever there is.
    if (target.exhausted) {
      assert.ok(!tried.includes('anything'), 'nothing can be played');
      tried = ['anything'];
      continue;
    }
    await press(page, target);
    if (target.stuck) tried.push(target.stuck);
    if (target.plays) return target.plies;
  }
}

/** Presses what makes one move with the mouse. */
const pressByMouse = (page, after) => pressMove(page, after, (page, { x, y }) => page.mouse.click(x, y), false);

/** Presses what makes one move with the keyboard alone. */
const pressByKeyboard = (page, after) => pressMove(page, after, pressKeys, true);

async function pressKeys(page, { name, x, y, steps }) {
  if (!name) {
    await page.keyboard.press('p');
    return;
  }
  if (!steps) {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press('b');
    // The place of the square on the screen decides which arrows lead to it.
    steps = await page.evaluate(
      ([x, y]) => {
        const from = document.activeElement.getBoundingClientRect();
        return [Math.round((y - from.y - from.height / 2) / from.height), Math.round((x - from.x - from.width / 2) / from.width)];
      },
      [x, y],
    );
  }
  const [rows, columns] = steps;
  for (let i = 0; i < Math.abs(rows); i++) await page.keyboard.press(rows > 0 ? 'ArrowDown' : 'ArrowUp');
  for (let i = 0; i < Math.abs(columns); i++) await page.keyboard.press(columns > 0 ? 'ArrowRight' : 'ArrowLeft');
  await page.keyboard.press('Enter');
}

/** Plays one move with the mouse. */
export async function moveByMouse(page) {
  const before = await pressByMouse(page, -1);
  assert.notEqual(before, null, 'the game is over');
  await until(page, (n) => document.querySelectorAll('[data-ply]').length > n, before);
}

/** Plays until the game is over. */
async function playOut(page, press) {
  let after = -1;
  for (let i = 0; i < 400; i++) {
    after = await press(page, after);
    if (after === null) return;
  }
  assert.fail('the game does not end');
}

/** Plays with the mouse until the game is over. */
export const playOutByMouse = (page) => playOut(page, pressByMouse);

/** Plays with the keyboard alone until the game is over. */
export const playOutByKeyboard = (page) => playOut(page, pressByKeyboard);

/** Presses squares by name, each once it can be played. */
export async function play(page, names) {
  for (const [index, name] of names.entries()) {
    await page.locator(`[data-name=${name}][aria-label*="can be played"]`).click();
    await page.locator(`[data-ply="${index + 1}"]`).waitFor();
  }
}

/** Starts a terminal program and collects its output. */
export function startTerminal(t, program, args = []) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  let said = '';
  const waiting = new Set();
  child.stdout.on('data', (chunk) => {
    said += chunk;
    for (const look of waiting) look();
  });
  /** Resolves with the first output that matches, now or later. */
  const hears = (pattern) =>
    new Promise((done, failed) => {
      const giveUp = setTimeout(() => failed(new Error(`the terminal never said ${pattern}, but: ${said}`)), 120_000);
      const look = () => {
        const match = said.match(pattern);
        if (!match) return;
        clearTimeout(giveUp);
        waiting.delete(look);
        done(match);
      };
      waiting.add(look);
      look();
    });
  return { type: (text) => child.stdin.write(text), hears };
}

/** The serious findings of axe on the current page. */
export async function seriousFindings(page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    // All rules run, but only violations are described: describing the rest takes longer than checking it.
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`);
  });
}

/** The pictures that the README and the manual show. */
const PICTURES = ['home-dark', 'othello-light', 'othello-dark', 'ataxx-dark', 'loa-light', 'analysis-dark', 'telephone-othello', 'othello-japanese', 'lesson-dark', 'study-dark', 'values-dark', 'mistakes-dark', 'puzzle-othello', 'puzzle-loa', 'wide-dark', 'report'];

/** Saves a picture for the manual, if requested. */
export async function picture(page, name) {
  const images = process.env.PARLOR_IMAGES;
  if (images && PICTURES.includes(name)) await page.screenshot({ path: join(images, `${name}.png`) });
}
