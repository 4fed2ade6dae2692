// Shared by the tests of the page that is its own host: a static file server.

import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

/** The folder that scripts/site wrote. */
export const SITE = process.env.PARLOR_SITE;
export const options = { skip: !SITE && 'there is no compiler for WebAssembly here' };

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json', '.png': 'image/png', '.woff2': 'font/woff2' };

/** The headers with which browsers let workers share memory. */
export const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

/** Serves a folder below a path, as a static host does: files and nothing else. The folder can be changed later. */
export async function startSite(t, { folder = SITE, headers = {} } = {}) {
  const site = { folder, asked: [] };
  const server = createServer(({ url }, answer) => {
    const path = decodeURIComponent(new URL(url, 'http://here').pathname);
    site.asked.push(path);
    const name = path.replace(/^\/play\//, '') || 'index.html';
    const file = join(site.folder, name);
    if (!path.startsWith('/play/') || path.includes('..') || !existsSync(file) || !statSync(file).isFile()) {
      answer.writeHead(404).end();
      return;
    }
    answer.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream', ...headers });
    createReadStream(file).pipe(answer);
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  site.close = () =>
    new Promise((done) => {
      server.closeAllConnections();
      server.close(done);
    });
  t.after(site.close);
  // Without a delay before moves: the tests do not have to watch them.
  site.url = `http://127.0.0.1:${server.address().port}/play/?pace=0`;
  return site;
}

/** Waits until everything that the page needs offline is cached. */
export const kept = (page) =>
  page.evaluate(async () => {
    for (;;) {
      const names = await caches.keys();
      const engines = names.includes('parlor-engine') && (await (await caches.open('parlor-engine')).keys()).length;
      if (navigator.serviceWorker.controller && engines && names.some((name) => name.startsWith('parlor-page-'))) return;
      await new Promise((done) => setTimeout(done, 50));
    }
  });
