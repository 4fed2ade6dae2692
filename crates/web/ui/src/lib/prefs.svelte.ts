// What this browser remembers about its user.

interface Prefs {
  sound: boolean;
  legal: boolean;
  shortcuts: boolean;
  name: string;
  setup: Record<string, unknown>;
}

const KEY = 'parlor';
const usual: Prefs = { sound: true, legal: true, shortcuts: true, name: '', setup: {} };

function load(): Prefs {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...usual };
  }
}

export const prefs = $state(load());

export function savePrefs(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A browser without storage plays as well; it only forgets.
  }
}

export const theme = $state({ now: document.documentElement.dataset.theme ?? 'dark' });

export function toggleTheme(): void {
  theme.now = theme.now === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme.now;
  try {
    localStorage.setItem('theme', theme.now);
  } catch {
    // As above.
  }
}
