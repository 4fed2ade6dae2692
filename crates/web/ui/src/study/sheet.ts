// Pages to print or save: a sheet contains everything it shows, so it can be saved as a self-contained file.

import { flushSync, mount, unmount, type Component } from 'svelte';
import { save } from '../lib/files';

/** The style of sheets, on the screen, on paper and in a file. */
export const SHEET_STYLE = `
.sheet{max-width:60rem;margin:0 auto;padding:1.5rem;color:#222;background:#fff;font:16px/1.5 system-ui,sans-serif}
.sheet h1{margin:0 0 .5rem;font:650 1.6rem/1.25 system-ui,sans-serif;color:#222}
.sheet h2{margin:1.6rem 0 .6rem;font:650 1.2rem/1.3 system-ui,sans-serif;color:#222;break-after:avoid}
.sheet p{margin:.4rem 0}.sheet svg{max-width:100%;height:auto}.sheet .wide{overflow-x:auto}
.sheet table{border-collapse:collapse}.sheet th,.sheet td{padding:.15rem .9rem .15rem 0;text-align:left;vertical-align:top}
.sheet th{color:#555;font-weight:600}.sheet .points{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(13rem,45%),1fr));gap:1rem}
.sheet figure{margin:0;break-inside:avoid}.sheet img{display:block;width:100%;height:auto}.sheet .last{max-width:20rem}
.sheet figcaption{font-size:.9rem}.sheet ol{columns:12rem;margin:0;padding-left:2.4rem}.sheet li{break-inside:avoid}
.sheet .blunder,.sheet .mistake{color:#a3231b;font-weight:600}.sheet .inaccuracy{color:#8a5a00}
.sheet small{color:#666}
@media print{.sheet{max-width:none;padding:0;font-size:11pt}}`;

/** While a sheet that the page does not show is printed, nothing else is. */
const ALONE = `@media screen{body>.sheet{display:none}}@media print{body>:not(.sheet){display:none!important}}`;

/** Saves a sheet as a file. */
export function saveSheet(sheet: HTMLElement, title: string, name: string): void {
  const head = document.createElement('title');
  head.textContent = title;
  // Svelte's marker comments are useless in a file.
  const body = sheet.outerHTML.replace(/<!--.*?-->/g, '');
  save(
    name,
    `<!doctype html>\n<html lang="${document.documentElement.lang}">\n<head>\n<meta charset="utf-8">\n` +
      `<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light">\n${head.outerHTML}\n` +
      `<style>${SHEET_STYLE}</style>\n</head>\n<body>\n${body}\n</body>\n</html>\n`,
    'text/html;charset=utf-8',
  );
}

/** Creates a sheet temporarily and does something with it. */
async function withSheet<P extends Record<string, unknown>>(
  part: Component<P>,
  props: P,
  use: (sheet: HTMLElement) => void,
): Promise<void> {
  const style = document.createElement('style');
  style.textContent = SHEET_STYLE + ALONE;
  const sheet = document.createElement('div');
  sheet.className = 'sheet';
  document.body.append(style, sheet);
  const made = mount(part, { target: sheet, props });
  flushSync();
  try {
    await Promise.all([...sheet.querySelectorAll('img')].map((image) => image.decode().catch(() => {})));
    use(sheet);
  } finally {
    await unmount(made);
    sheet.remove();
    style.remove();
  }
}

/** Prints a sheet that the page does not show. */
export const printSheet = <P extends Record<string, unknown>>(part: Component<P>, props: P): Promise<void> =>
  withSheet(part, props, () => print());

/** Saves a sheet that the page does not show. */
export const keepSheet = <P extends Record<string, unknown>>(
  part: Component<P>,
  props: P,
  title: string,
  name: string,
): Promise<void> => withSheet(part, props, (sheet) => saveSheet(sheet, title, name));
