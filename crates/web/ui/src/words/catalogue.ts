// The texts of a language: a sentence for every code of the server's messages, the names of what the server only
// knows by code, and the page's own texts. A catalogue that lacks a sentence, or has one for a code that
// does not exist, does not compile.

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

/** The sentence for a message. */
export function sentence<T extends Coded, Context extends unknown[]>(
  sentences: Sentences<T, Context>,
  what: T,
  ...context: Context
): string {
  const write = sentences[what.code as T['code']] as (what: T, ...context: Context) => string;
  return write(what, ...context);
}

/** What the sides of a game are called, the first mover first, as a label begins. */
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

/** What the page says about messages of the server. */
export interface ServerWords {
  /** The names of the games; a game without one has the server's. */
  games: Record<string, string>;
  /** The colours of the sides. */
  colours: Record<string, string>;
  /** The rule sets, by game and code. */
  rules: Record<string, Record<string, Title>>;
  /** The computer's levels, the weakest first. */
  opponents: Opponent[];
  /** The formats by code; where games differ, by game and code. */
  formats: Record<string, string>;
  /** What was agreed on, by name. */
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
  /** Who plays a side that is called so. */
  player: Sentences<PlayerName, [string]>;
  /** What a move did. */
  action: Record<Action, (side: string, text: string, turned: number) => string>;
  /** A game of an import, in one line. */
  choice: (game: ImportChoice) => string;
  /** Why games are not being saved. */
  notSaving: (why: string) => string;
  /** The result of importing a whole file, what is wrong with its first bad game, and why not all could be stored. */
  importReport: (report: ImportReport, problem: string | null, failure: string | null) => string;
}

/** The same texts in another language: English says which there are and what they are made of. */
export type Translated<T> = T extends string
  ? string
  : T extends (...parts: infer Parts) => string
    ? (...parts: Parts) => string
    : { [K in keyof T]: Translated<T[K]> };

export type PageWords = Translated<typeof page>;

/** All that a language says, except what is loaded with the view that needs it. */
export interface Catalogue {
  page: PageWords;
  server: ServerWords;
}
