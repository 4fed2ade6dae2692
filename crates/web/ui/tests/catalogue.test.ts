// Every text of the page is in the catalogue, in every language.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { lessons as steps } from '../src/lessons';
import { figures } from '../src/lessons/figures';
import { plurals } from '../src/words/plurals';
import { en } from '../src/words/en';
import { lessons as enLessons } from '../src/words/en/lessons';
import { rules as enRules } from '../src/words/en/rules';
import { ja } from '../src/words/ja';
import { lessons as jaLessons } from '../src/words/ja/lessons';
import { rules as jaRules } from '../src/words/ja/rules';
import { bestOf } from '../src/words/language.svelte';

const SOURCES = join(import.meta.dirname, '../src');

/** The attributes that people read or hear. */
const SPOKEN =
  /^(aria-(label|description|valuetext|placeholder|roledescription)|title|placeholder|alt|label|caption)$/;

/** Texts that look like words but are not: keys of the keyboard, names, and texts for programs. */
const NO_WORDS = new Set([
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'End',
  'Enter',
  'Escape',
  'Home',
  'PNG',
  'Parlor',
  'QuotaExceededError',
  'SVG',
  'f5d6c3d3c4…',
  'in progress',
  'parlor serve --bind 0.0.0.0',
]);

/** Whether a text of the program could be meant for people: two words, or one that begins with a capital letter. */
function isProse(text: string): boolean {
  if (NO_WORDS.has(text.trim()) || /^[bw.# ]+$/.test(text)) return false;
  // Markup, paths of drawings, selectors and addresses.
  if (/[<>{}=#[\]]|^\s*[Mm]-?\d|:\/\/|^[\d.\s]+$/.test(text)) return false;
  return (
    /\p{L}{2,}\s+\p{L}{2,}/u.test(text) || /^\p{Lu}\p{Ll}+/u.test(text) || /\p{L}{2,}[.!?…]$/u.test(text)
  );
}

/** The texts in TypeScript code that look like prose, except those of errors and of the console. */
function proseIn(code: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'Error') return;
    if (ts.isCallExpression(node) && node.expression.getText().startsWith('console.')) return;
    if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    )
      if (isProse(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('some.ts', code, ts.ScriptTarget.Latest, true));
  return found;
}

interface Node {
  type: string;
  name?: string;
  data?: string;
  value?: unknown;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** The texts in a component that are not from the catalogue. */
function textsIn(source: string): string[] {
  const tree = parse(source, { modern: true }) as unknown as Record<string, Node | null>;
  const found: string[] = [];
  const written = (node: Node) => source.slice(node.start, node.end);
  const visit = (node: unknown, spoken: boolean): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, spoken);
      return;
    }
    if (!node || typeof node !== 'object' || !('type' in node)) return;
    const { type, name = '', data = '' } = node as Node;
    if (type === 'Comment' || type === 'StyleSheet' || type === 'StyleDirective') return;
    if (type === 'Text' && spoken && /\p{L}/u.test(data) && !NO_WORDS.has(data.trim()))
      found.push(data.trim());
    else if (type === 'Attribute') visit((node as Node).value, SPOKEN.test(name));
    else if (type === 'ExpressionTag')
      found.push(...proseIn(`(${written((node as Node).expression as Node)})`));
    else for (const [key, value] of Object.entries(node)) if (key !== 'expression') visit(value, spoken);
  };
  visit(tree.fragment, true);
  for (const script of [tree.instance, tree.module])
    if (script) found.push(...proseIn(written(script.content as Node)));
  return found;
}

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|ts)$/.test(name))
  .filter((name) => !name.startsWith('words/') && name !== 'wire.ts')
  .sort();

describe('no text bypasses the catalogue', () => {
  it.each(files)('in %s', (name) => {
    const source = readFileSync(join(SOURCES, name), 'utf8');
    expect(name.endsWith('.svelte') ? textsIn(source) : proseIn(source)).toEqual([]);
  });

  it('and the test would notice one', () => {
    expect(textsIn('<p>Hello</p>')).toEqual(['Hello']);
    expect(textsIn('<button aria-label="Close it">{x}</button>')).toEqual(['Close it']);
    expect(textsIn("<p>{late ? 'Too late' : t().common.close}</p>")).toEqual(['Too late']);
    expect(textsIn('<script lang="ts">const text = `You have ${n} games left`;</script>')).toContain(
      'You have ',
    );
    expect(textsIn('<p class="some name">{t().common.close}</p>')).toEqual([]);
  });
});

/** Every text of a catalogue with its path; functions are called with placeholders for their parameters. */
function flat(value: unknown, path = ''): [string, string | number][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return [[path, value.length]];
  return Object.entries(value as object).flatMap(([key, one]) => flat(one, `${path}.${key}`));
}

/** Texts that are the same in both languages: names of formats, keys, symbols, and texts without words. */
const SAME =
  /^\.(page\.(locale|common\.(thousand|million|billion)|keys\.\d+\.0|square\.actions\.pass)|server\.formats\.(ggf|wthor|sgf))$/;

describe('Japanese', () => {
  const english = new Map(flat(en));
  const japanese = flat(ja);

  it('has the same texts as English', () => {
    expect(japanese.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
  });

  it('is in Japanese', () => {
    const same = japanese.filter(([path, text]) => typeof text === 'string' && text === english.get(path));
    expect(same.map(([path]) => path).filter((path) => !SAME.test(path))).toEqual([]);
    const latin = japanese.filter(
      ([path, text]) =>
        typeof text === 'string' && !SAME.test(path) && !/[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}]/u.test(text),
    );
    expect(latin).toEqual([]);
  });

  it('uses no parameters that English does not have', () => {
    for (const [path, parts] of japanese)
      if (typeof parts === 'number') expect(parts, path).toBeLessThanOrEqual(english.get(path) as number);
  });
});

describe('lessons and rules', () => {
  it.each([
    ['English', enLessons, enRules],
    ['Japanese', jaLessons, jaRules],
  ])('have words for every step and figure in %s', (_, lessons, rules) => {
    for (const [game, all] of Object.entries(steps))
      expect(Object.keys(lessons[game]), game).toEqual(all.map(({ name }) => name));
    for (const [game, all] of Object.entries(figures)) expect(rules[game].captions).toHaveLength(all.length);
    expect(Object.keys(rules)).toEqual(Object.keys(enRules));
  });
});

describe('counting', () => {
  it('follows the rules of the language', () => {
    const english = plurals('en');
    const forms = { one: '# move', other: '# moves' };
    expect([0, 1, 2].map((number) => english(number, forms))).toEqual(['0 moves', '1 move', '2 moves']);
    const polish = plurals('pl');
    const ruchy = { one: '# ruch', few: '# ruchy', many: '# ruchów', other: '# ruchu' };
    expect([1, 3, 5, 22].map((number) => polish(number, ruchy))).toEqual([
      '1 ruch',
      '3 ruchy',
      '5 ruchów',
      '22 ruchy',
    ]);
    expect(plurals('ja')(1200, { other: '#手' })).toBe('1,200手');
  });
});

describe('the language of a browser', () => {
  it.each([
    [['ja-JP', 'en'], 'ja'],
    [['fr', 'JA'], 'ja'],
    [['fr-CH', 'en-GB', 'ja'], 'en'],
    [['fr'], 'en'],
    [[], 'en'],
  ])('%j is answered in %s', (wanted, language) => {
    expect(bestOf(wanted)).toBe(language);
  });
});
