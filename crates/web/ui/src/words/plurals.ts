// How a language counts.

/** A text for every form in which a language counts; `other` is the one for all the rest. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Chooses the form for a number by the rules of a language; `#` in it is the number. */
export function plurals(language: string): (number: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  const digits = new Intl.NumberFormat(language);
  return (number, forms) =>
    (forms[rules.select(number)] ?? forms.other).replaceAll('#', digits.format(number));
}
