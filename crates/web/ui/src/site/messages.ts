// The messages between a page, the worker of the host and the workers of searches.

import type { CollectionFailure } from '../collection';
import type { OpeningsQuestion } from '../lib/server';
import type { ImportFile, ImportReport } from '../wire';

/** From a page to its worker. */
export type FromPage =
  /**
   * The first message: the address of the site, and the minimum time before the computer moves, in milliseconds.
   */
  | { type: 'begin'; base: string; pace: number }
  /** The page has been drawn: large files may be loaded now. */
  | { type: 'painted' }
  | { type: 'open'; connection: number }
  | { type: 'say'; connection: number; text: string }
  | { type: 'close'; connection: number }
  | { type: 'save_all'; call: number }
  | { type: 'import_all'; call: number; file: ImportFile }
  | { type: 'collection'; call: number; question: { about: string; asked: unknown } }
  | { type: 'collect'; call: number; files: [string, ImportFile][] }
  | ({ type: 'openings'; call: number } & OpeningsQuestion);

/** From a worker to its page. */
export type ToPage =
  | { type: 'tell'; connection: number; text: string }
  /** The connection is lost: another tab, or a new host, continues. */
  | { type: 'lost'; connection: number }
  | { type: 'saved'; call: number; text: string | null }
  | { type: 'imported'; call: number; report: ImportReport | null }
  | { type: 'collected'; call: number; answer: unknown; failure: CollectionFailure | null }
  | { type: 'openings'; call: number; names: (string | null)[] };

/** To the worker of a search. */
export type ToSearch =
  /** The engines, and the memory that their threads share, if they do. */
  | { type: 'module'; module: WebAssembly.Module; memory: WebAssembly.Memory | null }
  /** Help with the searches in this memory from now on, as thread `number` of several. */
  | { type: 'help'; module: WebAssembly.Module; memory: WebAssembly.Memory; number: number }
  | { type: 'think'; search: number; order: string };

/** From the worker of a search. */
export type FromSearch =
  | { type: 'reported'; search: number; report: string }
  | { type: 'thought'; search: number; thought: string | null };
