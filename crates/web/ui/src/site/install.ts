// The service worker, which caches the page for offline use.

/** Registers it. When a new version is installed, a page of the old one reloads as soon as it is hidden. */
export function install(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // Insecure pages have no service workers.
  if (!workers) return;
  let isControlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    // The first service worker only caches the current version.
    if (isControlled) whenHidden(() => location.reload());
    isControlled = true;
  });
  workers.register(new URL('sw.js', document.baseURI)).catch((error: unknown) => console.warn(error));
}

function whenHidden(action: () => void): void {
  if (document.hidden) action();
  else addEventListener('visibilitychange', () => document.hidden && action());
}
