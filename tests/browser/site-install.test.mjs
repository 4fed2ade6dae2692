// The page that is its own host can be installed, starts offline, and replaces itself by a new version.

import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { kept, options, SITE, startSite } from './site-support.mjs';
import { folder, moveByMouse, newGame, openBrowser, waitForTurn } from './support.mjs';

const home = (page) => page.getByRole('button', { name: 'Choose opponent, side and rules of Othello' }).waitFor();

/** The width and height of a PNG file. */
function sizeOf(file) {
  const bytes = readFileSync(file);
  assert.equal(bytes.toString('latin1', 1, 4), 'PNG', file);
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('the page can be installed: its manifest is complete, its icons exist, and a service worker controls it', options, async (t) => {
  const site = await startSite(t);
  const page = await openBrowser(t);
  await page.goto(site.url);
  await kept(page);
  assert.deepEqual(site.asked.filter((path) => !path.startsWith('/play/')), [], 'only files below its folder');
  // What the browser reads, with its own complaints.
  const client = await page.context().newCDPSession(page);
  const { url, errors, data } = await client.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  assert.equal(new URL(url).pathname, '/play/manifest.webmanifest');
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors');
  // A private profile installs nothing, which is no fault of the page.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
  const manifest = JSON.parse(data);
  assert.ok(manifest.name && manifest.short_name && manifest.display === 'standalone');
  assert.equal(new URL(manifest.start_url, url).pathname, '/play/');
  assert.equal(new URL(manifest.scope, url).pathname, '/play/');
  const sizes = [];
  for (const { src, sizes: size, type, purpose } of manifest.icons) {
    if (type === 'image/png') assert.equal(sizeOf(join(SITE, src)), size, src);
    else assert.match(readFileSync(join(SITE, src), 'utf8'), /<svg/);
    sizes.push(purpose ?? size);
  }
  for (const size of ['192x192', '512x512', 'maskable']) assert.ok(sizes.includes(size), size);
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
  assert.equal(new URL(scope).pathname, '/play/');
});

test('a page that was installed starts offline in a new tab, and has its games', options, async (t) => {
  const site = await startSite(t);
  const page = await openBrowser(t);
  await page.goto(site.url);
  await home(page);
  await newGame(page, 'Ataxx', 'Computer', { level: 1, side: 'Blue' });
  await waitForTurn(page);
  await moveByMouse(page);
  await page.locator('[data-ply="2"]').waitFor();
  await kept(page);
  await site.close();
  const tab = await page.context().newPage();
  await page.close();
  await tab.goto(site.url.replace(/\?.*/, '#/games'));
  await tab.locator('li.card').first().getByText('Ataxx').first().waitFor();
});

test('a new version replaces the old one after a reload, and keeps the games', options, async (t) => {
  const site = await startSite(t);
  const page = await openBrowser(t);
  await page.goto(site.url);
  await home(page);
  await newGame(page, 'Othello', 'Friend here');
  await waitForTurn(page);
  await moveByMouse(page);
  await page.locator('[data-ply="1"]').waitFor();
  await kept(page);
  const version = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('parlor-page-')));
  const [before] = await version();
  // A new version differs in a file, and so in the names that its service worker has.
  const next = folder(t);
  cpSync(SITE, next, { recursive: true });
  const edit = (name, change) => writeFileSync(join(next, name), change(readFileSync(join(next, name), 'utf8')));
  edit('index.html', (text) => text.replace('<title>', '<meta name="release" content="next"><title>'));
  edit('sw.js', (text) => text.replace(before.replace('parlor-page-', ''), 'next'));
  site.folder = next;
  // The next visit still shows the old version at once, and fetches the new one in the background.
  await page.reload();
  await page.locator('[data-ply="1"]').waitFor();
  // Asking the service worker itself would keep the old one busy.
  await page.evaluate(async () => {
    for (;;) {
      const page = (await caches.has('parlor-page-next')) && (await (await caches.open('parlor-page-next')).match('index.html'));
      const { active, installing, waiting } = await navigator.serviceWorker.getRegistration();
      if (page && !installing && !waiting && active.state === 'activated') return;
      await new Promise((done) => setTimeout(done, 50));
    }
  });
  await page.reload();
  await page.locator('meta[name=release][content=next]').waitFor({ state: 'attached' });
  await page.locator('[data-ply="1"]').waitFor();
  // It is complete: it starts without the host.
  await site.close();
  await page.reload();
  await page.locator('meta[name=release][content=next]').waitFor({ state: 'attached' });
  await page.locator('[data-ply="1"]').waitFor();
});
