// The texts of the page, in its language.

import type {
  GameInfo,
  GameProblem,
  GameResult,
  GameSummary,
  GameView,
  ImportChoice,
  ImportProblem,
  ImportReport,
  MoveProblem,
  Notice,
  Assessment,
  PlayerName,
  Refusal,
  ScoreView,
  SetupProblem,
  Side,
  Story,
  StoreFailure,
  Welcome,
} from '../wire';
import type { CollectionFailure } from '../collection';
import { sentence, type PageWords, type ServerWords, type Sides } from './catalogue';
import { spoken } from './language.svelte';

/** The page's own texts. */
export const t = (): PageWords => spoken().page;

/** The texts for messages of the server. */
const server = (): ServerWords => spoken().server;

/** Something that can be chosen: its code, its name and its description. */
export interface Choice {
  name: string;
  title: string;
  text: string;
}

/** A level of the computer, as an opponent with a name. */
export interface Level extends Choice {
  who: string;
}

/** A game that can be played, with its texts. */
export interface Game extends Omit<GameInfo, 'sides' | 'rules' | 'levels' | 'formats'> {
  sides: [string, string];
  rules: Choice[];
  levels: Level[];
  formats: Choice[];
}

/** The welcome, with its texts. */
export interface Greeting extends Omit<Welcome, 'games' | 'not_saving'> {
  games: Game[];
  not_saving: string | null;
}

export function greeting(welcome: Welcome): Greeting {
  return {
    ...welcome,
    games: welcome.games.map(game),
    not_saving: welcome.not_saving && notSaving(welcome.not_saving),
  };
}

function game(info: GameInfo): Game {
  const plain = (name: string): Choice => ({ name, title: name, text: '' });
  const { formats, games, opponents, rules } = server();
  return {
    ...info,
    title: games[info.name] ?? info.title,
    sides: sides(info),
    rules: info.rules.map((code) => ({ ...plain(code), ...rules[info.name]?.[code] })),
    levels: info.levels.map((number) => {
      const opponent = opponents[Number(number) - 1];
      return opponent
        ? { name: number, who: opponent.name, title: opponent.title, text: opponent.text }
        : { ...plain(number), who: number };
    }),
    formats: info.formats.map((code) => ({
      ...plain(code),
      title: formats[`${info.name}.${code}`] ?? formats[code] ?? code,
    })),
  };
}

function sides(info: GameInfo): [string, string] {
  const title = (code: string) => server().colours[code] ?? code;
  return [title(info.sides[0]), title(info.sides[1])];
}

/** Why games are not being saved. */
export const notSaving = (failure: StoreFailure): string =>
  server().notSaving(sentence(server().storeFailure, failure));

/** The result of importing a whole file. */
export const importReport = (report: ImportReport): string =>
  server().importReport(
    report,
    report.problem && sentence(server().importProblem, report.problem),
    report.failure && sentence(server().storeFailure, report.failure),
  );

/** The problem of a file of games. */
export const importProblem = (problem: ImportProblem): string => sentence(server().importProblem, problem);

/** Why a request to the collection failed. */
export const collectionFailure = (failure: CollectionFailure): string =>
  t().collection.failures[failure.code](failure.detail);

export const refusal = (reason: Refusal): string => sentence(server().refusal, reason);
export const setupProblem = (problem: SetupProblem): string => sentence(server().setupProblem, problem);
export const moveProblem = (problem: MoveProblem): string => sentence(server().moveProblem, problem);
export const gameProblem = (problem: GameProblem): string => sentence(server().gameProblem, problem);
export const notice = (what: Notice): string => sentence(server().notice, what);
export const outlook = (what: Assessment): string => sentence(server().outlook, what);
export const score = (what: ScoreView): string => sentence(server().score, what.value);
export const choice = (what: ImportChoice): string => server().choice(what);

/** How a game ended. */
export function result({ winner, ending }: GameResult, game: string, sides: Sides): string {
  return sentence(server().ending, ending, { winner, sides, game });
}

/** What a game waits for, or how it ended. */
export function status(view: GameView, sides: Sides): string {
  return view.result ? result(view.result, view.game, sides) : sentence(server().status, view.status, sides);
}

/** The agreements that differ from the defaults. */
export function agreements(view: GameView): string[] {
  return view.setup.agreements.map(([name, value]) => server().agreement(name, value, view.game));
}

/** Where a game turned. */
export const story = (what: Story, sides: Sides): string => sentence(server().story, what, sides);

/** The name of a side's player; the level is shown separately. */
export const player = (name: PlayerName, side: string): string => sentence(server().player, name, side);

/** The players of a stored game, in one line. */
export function players(summary: GameSummary, sides: Sides): string {
  return `${player(summary.names[0], sides[0])} – ${player(summary.names[1], sides[1])}`;
}

/** Describes the move with this number, for screen readers. */
export function move(
  { start, plies }: Pick<GameView, 'start' | 'plies'>,
  number: number,
  sides: Sides,
): string {
  const { mv } = plies[number - 1];
  const before = number === 1 ? start : plies[number - 2].after;
  const mover: Side = before.turn;
  return server().action[mv.action](sides[mover === 'black' ? 0 : 1], mv.text, mv.turned.length);
}
