/** The games that can be played. */
export type GameName = 'othello' | 'ataxx' | 'loa';

/** The side that moves first is `black` in every game, no matter what colour its pieces have. */
export type Side = 'black' | 'white';

/** A description of a game. */
export interface GameInfo {
  name: GameName;
  title: string;
  /** The colours of the pieces, first mover first. */
  sides: [string, string];
  /** The rule sets, the default first. */
  rules: string[];
  /** The formats in which a game can be written. */
  formats: string[];
  /** The number of levels of the computer; the strongest has this number. */
  levels: number;
}

/** The agreements of a game; missing ones have their default values. */
export interface Agreements {
  /** One of `GameInfo.rules`. */
  rules?: string;
  /** The size of the board, such as `10x10` (Othello). */
  size?: string;
  /** The letters of the blocks (Ataxx). */
  blocks?: string;
  /** The number of moves after which the game is drawn, or `none` (Lines of Action). */
  limit?: string;
  /** The start position. */
  position?: string;
}

/** A legal move. Squares are numbered row by row from the top left, from 0. */
export interface Move {
  /** The argument of `play`. */
  text: string;
  /** The squares that it can start from: none for a placed disc or a pass, several for an extension (Ataxx). */
  from: number[];
  /** The square that it leads to; `null` for a pass. */
  to: number | null;
  /** The squares whose pieces change sides or disappear. */
  turned: number[];
}

/** The state of a game. */
export interface State {
  game: GameName;
  rules: string;
  rows: number;
  columns: number;
  /** Row by row from the top: `.` empty, `x` the first mover, `o` the second, `#` a block. */
  cells: string;
  turn: Side;
  /** The number of pieces of each side. */
  counts: [number, number];
  /** The legal moves; none once the game is over. */
  legal: Move[];
  /** The moves that were played. */
  moves: string[];
  /** The position as text, as `newGame` accepts it. */
  position: string;
  outcome: 'win' | 'draw' | null;
  winner: Side | null;
}

/**
 * The limits of a search, which ends at the first one reached. Without any, the budget of the strongest level
 * applies.
 */
export interface Limits {
  depth?: number;
  nodes?: number;
  timeMs?: number;
  /** The only moves to consider. */
  moves?: string[];
  /** The number of best lines to find. */
  lines?: number;
}

/** One of the best lines. Scores are hundredths of a piece for the side to move; beyond ±30 999 the end is proven. */
export interface Line {
  score: number;
  /** Whether the score is proven. */
  exact: boolean;
  depth: number;
  moves: string[];
}

/** The result of a search. */
export interface Thought {
  best: string;
  lines: Line[];
  nodes: number;
  depth: number;
  timeMs: number;
}

/** A progress report of a search. */
export interface Report {
  /** The index of the line among the best ones, from 0. */
  rank: number;
  depth: number;
  seldepth: number;
  score: number;
  bound: 'exact' | 'lower' | 'upper';
  exact: boolean;
  nodes: number;
  timeMs: number;
  hashPerMille: number;
  line: string[];
}

/** A game in progress. Call `free` when you no longer need it: it is in the module's memory. */
export declare class Game {
  private constructor();
  readonly number: number;
  state(): State;
  /** Plays a move. Throws if it is illegal, and changes nothing then. */
  play(move: string): this;
  /** Takes back the last move. Returns whether there was one. */
  undo(): boolean;
  /** Writes the game as text: in Parlor's own format, or one of `GameInfo.formats`. */
  write(format?: string): string;
  free(): void;
}

/** A computer player. Call `free` when you no longer need it. */
export declare class Player {
  private constructor();
  /**
   * Searches a game and returns the move to play; `null` if the game is over. It blocks until a limit is reached: run it in
   * a worker if a page must stay responsive.
   */
  think(game: Game, limits?: Limits, onReport?: (report: Report) => void): Thought | null;
  free(): void;
}

/** The strength of a player. */
export interface PlayerOptions {
  /** One of the levels, from 1. Without it, the engine plays at full strength. */
  level?: number;
  /** The same seed plays the same game. */
  seed?: number;
  /** The hash table of the engine at full strength, in mebibytes; 16 by default. */
  hash?: number;
}

/** The rules and engines. */
export declare class Parlor {
  private constructor();
  games(): GameInfo[];
  newGame(game: GameName, agreements?: Agreements): Game;
  /** Reads the games of a text in any format that Parlor supports. */
  read(text: string): Game[];
  player(game: GameName, options?: PlayerOptions): Player;
}

/** Loads the module next to this file, or another one: its address, its bytes, or a compiled module. */
export declare function load(source?: string | URL | BufferSource | WebAssembly.Module): Promise<Parlor>;
