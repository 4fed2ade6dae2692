// What a page, the worker of the host and the workers of searches say to each other.

import type { OpeningsQuestion } from '../lib/server';
import type { ImportFile, ImportReport } from '../wire';

/** A page to its worker. */
export type FromPage =
  /** The first message: where the site is, and how long the computer waits before it moves, in milliseconds. */
  | { type: 'begin'; base: string; pace: number }
  /** The page has been drawn: what is large may be loaded now. */
  | { type: 'painted' }
  | { type: 'open'; connection: number }
  | { type: 'say'; connection: number; text: string }
  | { type: 'close'; connection: number }
  | { type: 'save_all'; call: number }
  | { type: 'import_all'; call: number; file: ImportFile }
  | ({ type: 'openings'; call: number } & OpeningsQuestion);

/** A worker to its page. */
export type ToPage =
  | { type: 'tell'; connection: number; text: string }
  /** The connection is lost: another tab, or a fresh host, goes on. */
  | { type: 'lost'; connection: number }
  | { type: 'saved'; call: number; text: string | null }
  | { type: 'imported'; call: number; report: ImportReport | null }
  | { type: 'openings'; call: number; names: (string | null)[] };

/** A search, to the worker that runs it. */
export type ToSearch =
  { type: 'module'; module: WebAssembly.Module } | { type: 'think'; search: number; order: string };

/** What it says. */
export type FromSearch =
  | { type: 'reported'; search: number; report: string }
  | { type: 'thought'; search: number; thought: string | null };
