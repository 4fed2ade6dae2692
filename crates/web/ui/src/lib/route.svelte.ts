// The current view, as the address names it.

import { parseRoute, type Route } from './address';

export const route: { now: Route } = $state({ now: parseRoute(location.hash) });

addEventListener('hashchange', () => {
  route.now = parseRoute(location.hash);
  scrollTo(0, 0);
});

/** Goes to another view. `replace` leaves no entry in the history, for example for a secret that was used. */
export function go(path: string, replace = false): void {
  if (replace) {
    history.replaceState(null, '', `#${path}`);
    route.now = parseRoute(location.hash);
  } else {
    location.hash = path;
  }
}
