// The preferences that this browser stores.

/** The set-up of the last game. */
export interface LastSetup {
  opponent?: 'computer' | 'here' | 'invite' | 'watch';
  colour?: 'black' | 'random' | 'white';
  clock?: string;
  minutes?: number;
  increment?: number;
}

/** The set-up of the last game of one kind, beyond what all games share. */
export interface LastBoard {
  level?: string;
  rules?: string;
  size?: string;
  blocks?: string[];
  limit?: string;
}

interface Prefs {
  sound: boolean;
  legal: boolean;
  shortcuts: boolean;
  /** Whether results and ratings are stored. */
  record: boolean;
  /** The style of boards and pieces. */
  style: string;
  name: string;
  setup: LastSetup;
  boards: Record<string, LastBoard>;
  /** The games in which the user has made a first move. */
  moved: string[];
  /** The completed lesson steps, by game. */
  lessons: Record<string, number[]>;
  /** The settings of the analysis; 0 means all lines, and no time limit. */
  analysis: Record<keyof typeof ANALYSIS, number>;
  /** Whether the values of moves are shown on the board. */
  values: boolean;
}

/** The choices for the settings of the analysis. */
export const ANALYSIS = {
  lines: [1, 2, 3, 5, 8, 0],
  seconds: [5, 15, 60, 300, 0],
  threads: [1, 2, 4, 8],
  memory: [16, 64, 128, 256],
} as const;

const KEY = 'parlor';
const defaults: Prefs = {
  sound: true,
  legal: true,
  shortcuts: true,
  record: true,
  style: 'classic',
  name: '',
  setup: {},
  boards: {},
  moved: [],
  lessons: {},
  analysis: { lines: 3, seconds: 0, threads: 2, memory: 64 },
  values: true,
};

function load(): Prefs {
  try {
    return { ...defaults, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...defaults };
  }
}

export const prefs = $state(load());

export function savePrefs(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // Without storage the page works too; it only forgets.
  }
}

export const theme = $state({ now: document.documentElement.dataset.theme ?? 'dark' });

export function setTheme(wanted: string): void {
  theme.now = wanted;
  document.documentElement.dataset.theme = wanted;
  try {
    localStorage.setItem('theme', wanted);
  } catch {
    // As above.
  }
}
