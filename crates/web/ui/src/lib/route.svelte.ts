// Which view the address names.

export type Route =
  | { view: 'home' }
  | { view: 'game'; id: string; seat: string | null }
  | { view: 'games' }
  | { view: 'help'; game: string }
  | { view: 'edit'; game: string; agreements: [string, string][]; position: string | null }
  | { view: 'join'; room: string }
  | { view: 'position'; game: string; agreements: [string, string][]; position: string };

function parse(hash: string): Route {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, ...rest] = path.split('/').map(decodeURIComponent);
  switch (view) {
    case 'g':
      return rest[0] ? { view: 'game', id: rest[0], seat: rest[1] ?? null } : { view: 'home' };
    case 'games':
      return { view: 'games' };
    case 'help':
      return { view: 'help', game: rest[0] ?? 'othello' };
    case 'edit':
      return { view: 'edit', game: rest[0] ?? 'othello', ...described(query) };
    case 'join':
      return { view: 'join', room: rest[0] ?? '' };
    case 'p': {
      const { agreements, position } = described(query);
      return { view: 'position', game: rest[0] ?? 'othello', agreements, position: position ?? '' };
    }
    default:
      return { view: 'home' };
  }
}

/** The agreements and the position that an address holds. */
function described(query: string): { agreements: [string, string][]; position: string | null } {
  const all = new URLSearchParams(query);
  return { agreements: [...all].filter(([key]) => key !== 'at'), position: all.get('at') };
}

/** How an address holds them. */
export function describing(agreements: [string, string][], position: string): string {
  return new URLSearchParams([...agreements, ['at', position]]).toString();
}

export const route: { now: Route } = $state({ now: parse(location.hash) });

addEventListener('hashchange', () => {
  route.now = parse(location.hash);
  scrollTo(0, 0);
});

/** Goes to another view; `replace` leaves no trace in the history, as for a secret that was used. */
export function go(path: string, replace = false): void {
  if (replace) {
    history.replaceState(null, '', `#${path}`);
    route.now = parse(location.hash);
  } else {
    location.hash = path;
  }
}
