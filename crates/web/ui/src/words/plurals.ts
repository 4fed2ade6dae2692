// Plural forms of a language.

/** A text for every plural form of a language; `other` is the fallback. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Chooses the form for a number by the rules of a language; `#` in it is the number. */
export function plurals(language: string): (number: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  const digits = new Intl.NumberFormat(language);
  return (number, forms) =>
    (forms[rules.select(number)] ?? forms.other).replaceAll('#', digits.format(number));
}
