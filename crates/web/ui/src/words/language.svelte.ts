// The language of the page: the browser's, or the one chosen by hand. English is there from the start; another
// language is loaded when it is chosen.

import type { Catalogue } from './catalogue';
import { en } from './en';

/** The languages, by code, with what each is called in itself. */
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

/** Everything that the page can say, in its language. */
export function spoken(): Catalogue {
  return catalogue;
}

/** The language that the page speaks. */
export function language(): Language {
  return code;
}

/** The language that was chosen by hand; nothing when the page follows the browser. */
export function chosenLanguage(): Language | null {
  return chosen;
}

/** The first of these languages that the page speaks, with or without a region; otherwise English. */
export function bestOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = Object.keys(languages).find((one) => one === tag.toLowerCase().split('-')[0]);
    if (found) return found as Language;
  }
  return 'en';
}

export const browserLanguage = (): Language => bestOf(navigator.languages);

/** Speaks as was chosen before, or as the browser does. To be awaited before anything is shown. */
export async function beginSpeaking(): Promise<void> {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    // A browser without storage follows its own language.
  }
  chosen = kept !== null && Object.hasOwn(languages, kept) ? (kept as Language) : null;
  await speak(chosen ?? browserLanguage());
}

/** Speaks another language from now on; with none, that of the browser. */
export async function chooseLanguage(wanted: Language | null): Promise<void> {
  await speak(wanted ?? browserLanguage());
  chosen = wanted;
  try {
    if (wanted) localStorage.setItem(KEY, wanted);
    else localStorage.removeItem(KEY);
  } catch {
    // It only forgets.
  }
}

async function speak(wanted: Language): Promise<void> {
  try {
    catalogue = await loaders[wanted]();
    code = wanted;
  } catch {
    // Without a connection the page goes on in the language that it has.
  }
  document.documentElement.lang = code;
}
