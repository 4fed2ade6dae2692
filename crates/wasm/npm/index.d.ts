/** The games that can be played. */
export type GameName = 'othello' | 'ataxx' | 'loa';

/** The side that moves first is `black` in every game, whatever colour its pieces have. */
export type Side = 'black' | 'white';

/** What is known of a game before it is played. */
export interface GameInfo {
  name: GameName;
  title: string;
  /** The colours of the pieces, the first mover first. */
  sides: [string, string];
  /** The rule sets, the usual one first. */
  rules: string[];
  /** The formats in which a game can be written. */
  formats: string[];
  /** How many levels the computer has; the strongest has this number. */
  levels: number;
}

/** What is agreed on before a game; what is left out is as usual. */
export interface Agreements {
  /** One of `GameInfo.rules`. */
  rules?: string;
  /** The size of the board, such as `10x10` (Othello). */
  size?: string;
  /** The letters of the blocks (Ataxx). */
  blocks?: string;
  /** After how many moves the game is drawn, or `none` (Lines of Action). */
  limit?: string;
  /** The position that it begins with. */
  position?: string;
}

/** A legal move. Squares are numbered row by row from the top left, from 0. */
export interface Move {
  /** What `play` takes. */
  text: string;
  /** Where it may be said to start: nowhere for a placed disc or a pass, several squares for an extension (Ataxx). */
  from: number[];
  /** Where it leads to; nowhere for a pass. */
  to: number | null;
  /** The squares whose pieces change sides or disappear. */
  turned: number[];
}

/** What a game looks like. */
export interface State {
  game: GameName;
  rules: string;
  rows: number;
  columns: number;
  /** Row by row from the top: `.` empty, `x` the first mover, `o` the second, `#` a block. */
  cells: string;
  turn: Side;
  /** The pieces of both sides. */
  counts: [number, number];
  /** The legal moves; none once the game is over. */
  legal: Move[];
  /** The moves that were played. */
  moves: string[];
  /** The position as text, which `newGame` takes. */
  position: string;
  outcome: 'win' | 'draw' | null;
  winner: Side | null;
}

/** When a thought ends: at whichever limit it meets first. Without any, at the budget of the strongest level. */
export interface Limits {
  depth?: number;
  nodes?: number;
  timeMs?: number;
  /** The only moves to consider. */
  moves?: string[];
  /** How many best lines to find. */
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

/** What a thought has come to. */
export interface Thought {
  best: string;
  lines: Line[];
  nodes: number;
  depth: number;
  timeMs: number;
}

/** A report of a search on its way. */
export interface Report {
  /** Which of the best lines it is about, from 0. */
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

/** A game in progress. Call `free` when you need it no more: it lives in the module's memory. */
export declare class Game {
  private constructor();
  readonly number: number;
  state(): State;
  /** Plays a move; throws when it is not legal, and changes nothing then. */
  play(move: string): this;
  /** Takes the last move back; whether there was one. */
  undo(): boolean;
  /** The game as text: in Parlor's own form, or one of `GameInfo.formats`. */
  write(format?: string): string;
  free(): void;
}

/** A computer player. Call `free` when you need it no more. */
export declare class Player {
  private constructor();
  /**
   * Thinks about a game and returns the move to play; nothing when the game is over. It blocks until a limit is met: run it in
   * a worker if a page must stay responsive.
   */
  think(game: Game, limits?: Limits, onReport?: (report: Report) => void): Thought | null;
  free(): void;
}

/** How strong a player is. */
export interface PlayerOptions {
  /** One of the levels, from 1. The engine at full strength without it. */
  level?: number;
  /** The same seed plays the same game. */
  seed?: number;
  /** The hash table of the engine at full strength, in mebibytes; 16 without it. */
  hash?: number;
}

/** The rules and engines. */
export declare class Parlor {
  private constructor();
  games(): GameInfo[];
  newGame(game: GameName, agreements?: Agreements): Game;
  /** The games of a text in any form that Parlor reads. */
  read(text: string): Game[];
  player(game: GameName, options?: PlayerOptions): Player;
}

/** Loads the module that lies beside this file, or another: its address, its bytes, or itself. */
export declare function load(source?: string | URL | BufferSource | WebAssembly.Module): Promise<Parlor>;
