// The words of the page, in its language.

import type {
  GameInfo,
  GameResult,
  GameSummary,
  GameView,
  ImportChoice,
  ImportReport,
  Notice,
  Outlook,
  PlayerName,
  Refusal,
  ScoreView,
  SetupProblem,
  Side,
  Story,
  StoreFailure,
  Welcome,
} from '../wire';
import { sentence, type Catalogue, type Sides } from './catalogue';
import { en } from './en';

/** Other languages are other catalogues. */
const catalogue: Catalogue = en;

/** Something that can be chosen: its code, its name for people and what it means. */
export interface Choice {
  name: string;
  title: string;
  text: string;
}

/** A game that can be played, with its words. */
export interface Game extends Omit<GameInfo, 'sides' | 'rules' | 'levels' | 'formats'> {
  sides: [string, string];
  rules: Choice[];
  levels: Choice[];
  formats: Choice[];
}

/** The greeting, with its words. */
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
  const rules = catalogue.rules[info.name] ?? {};
  const { formats } = catalogue;
  return {
    ...info,
    title: catalogue.games[info.name] ?? info.title,
    sides: sides(info),
    rules: info.rules.map((code) => ({ ...plain(code), ...rules[code] })),
    levels: info.levels.map((number) => ({ ...plain(number), ...catalogue.levels[Number(number) - 1] })),
    formats: info.formats.map((code) => ({
      ...plain(code),
      title: formats[`${info.name}.${code}`] ?? formats[code] ?? code,
    })),
  };
}

function sides(info: GameInfo): [string, string] {
  const title = (code: string) => catalogue.colours[code] ?? code;
  return [title(info.sides[0]), title(info.sides[1])];
}

/** Why games are not being saved. */
export const notSaving = (failure: StoreFailure): string =>
  catalogue.notSaving(sentence(catalogue.storeFailure, failure));

/** What came of importing a whole file. */
export const importReport = (report: ImportReport): string =>
  catalogue.importReport(
    report,
    report.problem && sentence(catalogue.importProblem, report.problem),
    report.failure && sentence(catalogue.storeFailure, report.failure),
  );

export const refusal = (reason: Refusal): string => sentence(catalogue.refusal, reason);
export const setupProblem = (problem: SetupProblem): string => sentence(catalogue.setupProblem, problem);
export const notice = (what: Notice): string => sentence(catalogue.notice, what);
export const outlook = (what: Outlook): string => sentence(catalogue.outlook, what);
export const score = (what: ScoreView): string => sentence(catalogue.score, what.value);
export const choice = (what: ImportChoice): string => catalogue.choice(what);

/** How a game ended. */
export function result({ winner, ending }: GameResult, game: string, sides: Sides): string {
  return sentence(catalogue.ending, ending, { winner, sides, game });
}

/** What a game waits for, or how it ended. */
export function status(view: GameView, sides: Sides): string {
  return view.result ? result(view.result, view.game, sides) : sentence(catalogue.status, view.status, sides);
}

/** What was agreed upon beyond the usual. */
export function agreements(view: GameView): string[] {
  return view.setup.agreements.map(([name, value]) => catalogue.agreement(name, value, view.game));
}

/** Where a game turned. */
export const story = (what: Story, sides: Sides): string => sentence(catalogue.story, what, sides);

/** Who plays a side that is called so; the level is shown beside it. */
export const player = (name: PlayerName, side: string): string => sentence(catalogue.player, name, side);

/** Who played a stored game, in one line. */
export function players(summary: GameSummary, sides: Sides): string {
  const one = (name: PlayerName, side: string) =>
    name.code === 'computer'
      ? `${player(name, side)} (${catalogue.levels[name.level - 1]?.title ?? name.level})`
      : player(name, side);
  return `${one(summary.names[0], sides[0])} – ${one(summary.names[1], sides[1])}`;
}

/** What the move of this number did, for the screen reader. */
export function move(view: GameView, number: number, sides: Sides): string {
  const { mv } = view.plies[number - 1];
  const before = number === 1 ? view.start : view.plies[number - 2].after;
  const mover: Side = before.turn;
  return catalogue.action[mv.action](sides[mover === 'black' ? 0 : 1], mv.text, mv.turned.length);
}
