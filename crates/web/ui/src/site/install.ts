// The service worker, which keeps the page for when there is no network.

/** Registers it. A page that was loaded before a new version came reloads while nobody looks. */
export function install(): void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // Where a page is not secure there are none.
  if (!workers) return;
  let isControlled = workers.controller !== null;
  workers.addEventListener('controllerchange', () => {
    // The first one only begins to keep the page that is shown.
    if (isControlled) whenHidden(() => location.reload());
    isControlled = true;
  });
  workers.register(new URL('sw.js', document.baseURI)).catch((error: unknown) => console.warn(error));
}

function whenHidden(action: () => void): void {
  if (document.hidden) action();
  else addEventListener('visibilitychange', () => document.hidden && action());
}
