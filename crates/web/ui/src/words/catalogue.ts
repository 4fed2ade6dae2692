// The texts of a language: a sentence for every code of the server's messages, names for the server's other codes,
// and the page's own texts. A catalogue that lacks a sentence, or has one for a code that does not exist, does not
// compile.

import type {
  Action,
  Ending,
  GameProblem,
  ImportChoice,
  ImportProblem,
  ImportReport,
  MoveProblem,
  Notice,
  Assessment,
  PlayerName,
  Refusal,
  RoomProblem,
  ScoreValue,
  SetupProblem,
  Side,
  Status,
  StoreFailure,
  Story,
} from '../wire';
import type { page } from './en/page';

interface Coded {
  code: string;
}

/** A sentence for every code, made from its parameters and the context. */
export type Sentences<T extends Coded, Context extends unknown[] = []> = {
  [C in T['code']]: (what: Extract<T, { code: C }>, ...context: Context) => string;
};

/** A number of pieces with its sign, which a zero does not have. */
export function signed(pieces: number): string {
  const text = Math.abs(pieces).toFixed(1);
  return text === '0.0' ? text : `${pieces < 0 ? '−' : '+'}${text}`;
}

/** The sentence for a message. */
export function sentence<T extends Coded, Context extends unknown[]>(
  sentences: Sentences<T, Context>,
  what: T,
  ...context: Context
): string {
  const write = sentences[what.code as T['code']] as (what: T, ...context: Context) => string;
  return write(what, ...context);
}

/** The names of the sides of a game, first mover first, capitalised. */
export type Sides = readonly [string, string];

/** A name for people, and a description. */
export interface Title {
  title: string;
  text: string;
}

/** A result without its ending, and the game that it is about. */
export interface Context {
  winner: Side | null;
  sides: Sides;
  game: string;
}

/** An opponent: a level of the computer with a face. */
export interface Opponent extends Title {
  name: string;
}

/** The texts for messages of the server. */
export interface ServerWords {
  /** The names of the games; a game without one has the server's name. */
  games: Record<string, string>;
  /** The colours of the sides. */
  colours: Record<string, string>;
  /** The rule sets, by game and code. */
  rules: Record<string, Record<string, Title>>;
  /** The computer's levels, weakest first. */
  opponents: Opponent[];
  /** The formats by code; where games differ, by game and code. */
  formats: Record<string, string>;
  /** Describes an agreement. */
  agreement: (name: string, value: string, game: string) => string;

  moveProblem: Sentences<MoveProblem>;
  setupProblem: Sentences<SetupProblem>;
  importProblem: Sentences<ImportProblem>;
  gameProblem: Sentences<GameProblem>;
  storeFailure: Sentences<StoreFailure>;
  roomProblem: Sentences<RoomProblem>;
  refusal: Sentences<Refusal>;
  notice: Sentences<Notice>;
  status: Sentences<Status, [Sides]>;
  ending: Sentences<Ending, [Context]>;
  outlook: Sentences<Assessment>;
  story: Sentences<Story, [Sides]>;
  score: Sentences<ScoreValue>;
  /** The name of a player; the parameter is the name of the side. */
  player: Sentences<PlayerName, [string]>;
  /** Describes a move. */
  action: Record<Action, (side: string, text: string, turned: number) => string>;
  /** A game of an import, in one line. */
  choice: (game: ImportChoice) => string;
  /** Why games are not being saved. */
  notSaving: (why: string) => string;
  /** The result of importing a whole file, the problem of its first bad game, and why some could not be stored. */
  importReport: (report: ImportReport, problem: string | null, failure: string | null) => string;
}

/** The same texts in another language: English defines which texts there are, and their parameters. */
export type Translated<T> = T extends string
  ? string
  : T extends (...parts: infer Parts) => string
    ? (...parts: Parts) => string
    : { [K in keyof T]: Translated<T[K]> };

export type PageWords = Translated<typeof page>;

/** All texts of a language, except those that are loaded with the view that needs them. */
export interface Catalogue {
  page: PageWords;
  server: ServerWords;
}
