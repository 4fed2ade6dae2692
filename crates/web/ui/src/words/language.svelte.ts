// The language of the page: the browser's, or the one chosen by the user. English is always loaded; another
// language is loaded when it is chosen.

import type { Catalogue } from './catalogue';
import { en } from './en';

/** The languages, by code, each with its own name. */
export const languages = { en: 'English', ja: '日本語' } as const;
export type Language = keyof typeof languages;

const KEY = 'language';

const loaders: Record<Language, () => Promise<Catalogue>> = {
  en: () => Promise.resolve(en),
  ja: () => import('./ja').then(({ ja }) => ja),
};

let catalogue: Catalogue = $state.raw(en);
let code: Language = $state('en');
let chosen: Language | null = $state(null);

/** All texts of the page, in its language. */
export function spoken(): Catalogue {
  return catalogue;
}

/** The current language of the page. */
export function language(): Language {
  return code;
}

/** The language chosen by the user; `null` if the page follows the browser. */
export function chosenLanguage(): Language | null {
  return chosen;
}

/** The first of these languages that the page supports, with or without a region; otherwise English. */
export function bestOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = Object.keys(languages).find((one) => one === tag.toLowerCase().split('-')[0]);
    if (found) return found as Language;
  }
  return 'en';
}

export const browserLanguage = (): Language => bestOf(navigator.languages);

/** Loads the language chosen before, or the browser's. Must be awaited before anything is shown. */
export async function beginSpeaking(): Promise<void> {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    // Without storage, the page follows the browser.
  }
  chosen = kept !== null && Object.hasOwn(languages, kept) ? (kept as Language) : null;
  await speak(chosen ?? browserLanguage());
}

/** Changes the language; `null` means that of the browser. */
export async function chooseLanguage(wanted: Language | null): Promise<void> {
  await speak(wanted ?? browserLanguage());
  chosen = wanted;
  try {
    if (wanted) localStorage.setItem(KEY, wanted);
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage, the choice is forgotten.
  }
}

async function speak(wanted: Language): Promise<void> {
  try {
    catalogue = await loaders[wanted]();
    code = wanted;
  } catch {
    // Without a connection, the page keeps its language.
  }
  document.documentElement.lang = code;
}
