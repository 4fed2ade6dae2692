// Parses addresses into views, and writes a position as part of an address.

export type Route =
  | { view: 'home' }
  | { view: 'game'; id: string; seat: string | null }
  | { view: 'games' }
  | { view: 'collection'; game: string | null; agreements: [string, string][]; position: string | null }
  | { view: 'record'; game: string }
  | { view: 'report'; game: string }
  | { view: 'learn'; game: string; step: number }
  | { view: 'puzzles'; game: string; number: number | null }
  | { view: 'help'; game: string }
  | { view: 'edit'; game: string; agreements: [string, string][]; position: string | null }
  | { view: 'join'; room: string }
  | { view: 'position'; game: string; agreements: [string, string][]; position: string };

/** The view that the fragment of an address names. */
export function parseRoute(hash: string): Route {
  const [path, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, ...rest] = path.split('/').map(decoded);
  switch (view) {
    case 'g':
      return rest[0] ? { view: 'game', id: rest[0], seat: rest[1] ?? null } : { view: 'home' };
    case 'games':
      return { view: 'games' };
    case 'collection':
      return { view: 'collection', game: rest[0] ?? null, ...described(query) };
    case 'record':
      return { view: 'record', game: rest[0] ?? 'othello' };
    case 'report':
      return { view: 'report', game: rest[0] ?? 'othello' };
    case 'learn':
      return { view: 'learn', game: rest[0] ?? 'othello', step: Math.max(0, (parseInt(rest[1]) || 0) - 1) };
    case 'puzzles': {
      const number = parseInt(rest[1]);
      return { view: 'puzzles', game: rest[0] ?? 'othello', number: number > 0 ? number - 1 : null };
    }
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

/** Decodes a part of an address; returns malformed text unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The agreements and the position in an address. */
function described(query: string): { agreements: [string, string][]; position: string | null } {
  const all = new URLSearchParams(query);
  return { agreements: [...all].filter(([key]) => key !== 'at'), position: all.get('at') };
}

/** The inverse of `described`. */
export function describing(agreements: [string, string][], position: string): string {
  return new URLSearchParams([...agreements, ['at', position]]).toString();
}
