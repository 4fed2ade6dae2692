// Keeps the page, so that it starts without a network. The build fills in the names below; they change with the content,
// so the browser finds a new version by this file alone.

const VERSION = '__VERSION__';
const FILES = __FILES__;
const PREFIX = 'parlor-page-';
const NAME = PREFIX + VERSION;

async function install() {
  const cache = await caches.open(NAME);
  // Past the browser's own cache: that may hold files of the version before.
  await cache.addAll(FILES.map((name) => new Request(name, { cache: 'reload' })));
  await self.skipWaiting();
}

async function activate() {
  // Pages of the version before may still be open, and load parts of themselves later.
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(NAME);
  const isPage = request.mode === 'navigate';
  const kept = isPage
    ? await cache.match('index.html')
    : ((await cache.match(request)) ?? (await caches.match(request)));
  return kept ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const isOurs = request.method === 'GET' && request.url.startsWith(self.registration.scope);
  if (isOurs) event.respondWith(answer(request));
});
