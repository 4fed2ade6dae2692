// The global state of the page: what the server sent, and which moment of the game is shown. It sends requests and
// shows answers; it decides nothing.

import { connect, keepsRequests, type Socket } from '#host';
import type {
  Analysis,
  Brush,
  Checked,
  ClientMessage,
  Frame,
  GameChange,
  GameResult,
  GameSetup,
  GameSummary,
  GameView,
  ImportChoice,
  Judged,
  Looked,
  Mark,
  Moment,
  MoveInfo,
  Assessment,
  Ply,
  Reviewed,
  ReviewSummary,
  ScoreView,
  ServerMessage,
  Side,
  StudyChange,
  TryResult,
  Welcome,
} from '../wire';
import { PROTOCOL } from '../wire';
import { Connection, type ConnectionState } from './connection';
import { HELP, UNPLAYED } from './messages';
import { change, foreseen, merge, type Merged } from './merge';
import { prefs } from './prefs.svelte';
import * as record from './record.svelte';
import { play } from './sound';
import { Study, frameOf, isSame, type Line } from './study';
import * as words from '../words';

export interface Toast {
  id: number;
  text: string;
  bad: boolean;
}
export interface Hint {
  ply: number;
  mv: MoveInfo;
  why: Assessment;
}
/** Why a press on a square did nothing. */
export interface Complaint {
  square: number;
  text: string;
}
/** The server's answer about a board that is being set up. */
export type CheckedBoard = Omit<Checked, 'problem'> & { problem: string | null };
/** The tabs of the panel next to the board. */
export type Tab = 'moves' | 'analysis' | 'explorer' | 'share';
type Exported = Extract<ServerMessage, { type: 'exported' }>;

/** How long to show why a press did nothing, and that a side has passed, in milliseconds. */
const COMPLAINT_MS = 4500;
const PASS_MS = 4000;

/** The close code of a page that is going to reconnect. */
const COMING_BACK = 4000;
/** How often to check that the server is there. */
const BEAT_MS = 500;
class Parlor {
  connection: ConnectionState = $state('connecting');
  #welcome: Welcome | null = $state.raw(null);
  /** The welcome of the server, in the language of the page. */
  readonly welcome: words.Greeting | null = $derived(this.#welcome && words.greeting(this.#welcome));
  /** Whether the server uses another protocol version: only reloading the page helps. */
  outdated = $state(false);
  view: GameView | null = $state.raw(null);
  /** The ply that is shown; `null` for the latest. */
  cursor: number | null = $state(null);
  /** The variations and annotations of the game. */
  study: Study = $state.raw(new Study());
  /** The variation's move that is shown; `null` if the moment is in the game itself. */
  branch: number | null = $state(null);
  /** The legal moves at other moments, as far as they were requested. */
  looked: ReadonlyMap<string, Looked> = $state.raw(new Map());
  /** Whether drawing on the board is on, and in which colour. */
  drawing = $state(false);
  brush: Brush = $state('green');
  /** The line that is shown. */
  readonly line: Line = $derived.by(() => {
    if (!this.view) return { plies: [], base: 0, nodes: [] };
    if (this.branch !== null) return this.study.line(this.view, this.branch);
    return { plies: this.view.plies, base: this.view.plies.length, nodes: [] };
  });
  hint: Hint | null = $state.raw(null);
  /** The results of the analysis, by position, so that they are shown at once when the user returns. */
  #analyses: ReadonlyMap<string, Analysis> = $state.raw(new Map());
  /** The last message of the analysis that is not shown yet, and the timer that shows it. */
  #news: Analysis | null = null;
  #newsTimer: ReturnType<typeof setTimeout> | undefined;
  /** The board further along a line that the pointer is on. */
  preview: Ply | null = $state.raw(null);
  analysing = $state(false);
  review: Map<number, Reviewed> = $state.raw(new Map());
  reviewing = $state(false);
  /** The summary of a review. */
  summary: ReviewSummary | null = $state.raw(null);
  /** Why the last press on the board did nothing. */
  complaint: Complaint | null = $state.raw(null);
  /** The side that has just passed; cleared after a while. */
  passed: Side | null = $state(null);
  /** Whether the game ended while it was open, and its end is being celebrated. */
  scene = $state(false);
  /** How the end of the game changed the rating of the player at this page. */
  ratingChange: record.RatingChange | null = $state.raw(null);
  /** Why the requested game cannot be opened or joined. */
  barred: string | null = $state(null);
  games: GameSummary[] = $state.raw([]);
  /** The cursor of the next page of games, if there are more. */
  olderGames: string | null = $state(null);
  choose: ImportChoice[] | null = $state.raw(null);
  toasts: Toast[] = $state.raw([]);
  /** The announcement for screen readers. */
  spoken = $state('');
  /** The time at which the clocks of the view were current. */
  clockAt = $state(0);
  flipped = $state(false);
  tab: Tab = $state('moves');
  /** Whether the field for typing moves is shown. */
  typing = $state(false);

  onGame: (view: GameView, first: boolean) => void = () => {};
  onJoined: (game: string) => void = () => {};
  onExported: (file: Exported) => void = () => {};
  onChecked: (answer: CheckedBoard) => void = () => {};
  onTried: (answer: TryResult) => void = () => {};
  onJudged: (answer: Judged) => void = () => {};
  /** Returns whether a refusal is shown elsewhere than in a toast. */
  onRefused: (reason: string) => boolean = () => false;

  #connection = new Connection(keepsRequests);
  #socket: Socket | null = null;
  #looks = false;
  /** The game as the server sent it, without predicted moves. */
  #received: GameView | null = null;
  /** A move that was played here and is not confirmed yet, with the number of moves before it. */
  #played: { ply: number; mv: MoveInfo } | null = null;
  /** Whether to send it again, because a new session may not know it. */
  #repeats = false;
  #wanted: { game: string; seat: string | null } | null = null;
  #toastId = 0;
  /** Whether to open the next game as soon as there is one. */
  #wantsNext = false;
  /** Whether a new game was requested. */
  #expectsNew = false;
  #seen = new Set<string>();
  /** The square of a move that is not legal, until the server explains why. */
  #attempt: number | null = null;
  /** Moves that are being added to the variations, and are shown once the server has them. */
  #branching: { at: Moment; moves: string[] } | null = null;
  /** The variation that was shown before the whole game was sent again. */
  #lastBranch: number | null = null;
  #complaintTimer: ReturnType<typeof setTimeout> | undefined;
  #passTimer: ReturnType<typeof setTimeout> | undefined;

  connect(): void {
    const socket = connect(this.#connection.query);
    this.#socket = socket;
    this.#connection.began(performance.now());
    if (!this.#looks) setInterval(() => this.#look(), BEAT_MS);
    this.#looks = true;
    socket.onopen = () => {
      this.#connection.opened((message) => {
        if (socket.readyState !== WebSocket.OPEN) return false;
        socket.send(JSON.stringify(message));
        return true;
      });
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data) as ServerMessage;
      this.#connection.heard(message, performance.now());
      // The welcome is the only message of another version that this page can interpret.
      if (message.type === 'welcome' && message.protocol !== PROTOCOL) {
        this.outdated = true;
        socket.close();
      } else if (!this.outdated) this.#receive(message);
    };
    socket.onclose = () => this.#lost();
  }

  /** Checks that the server is still there. A frozen server closes no connection and sends nothing. */
  #look(): void {
    if (!this.#socket || this.#connection.beat(performance.now()) !== 'dead') return;
    const socket = this.#socket;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close(COMING_BACK);
    this.#lost();
  }

  #lost(): void {
    this.#socket = null;
    if (this.connection !== 'lost') this.say(words.t().said.lost);
    const wait = this.#connection.closed();
    this.connection = this.#connection.state;
    if (!this.outdated) setTimeout(() => this.connect(), wait);
  }

  /** The connection is open again, with the old session or a new one. */
  #continue(session: Extract<ServerMessage, { type: 'session' }>): void {
    if (this.connection === 'lost') this.say(words.t().said.back);
    const greeting: ClientMessage[] = [];
    if (prefs.name) greeting.push({ type: 'rename', name: prefs.name });
    if (this.#wanted) greeting.push({ type: 'open', ...this.#wanted });
    if (!session.resumed) this.barred = null;
    const isWaiting = this.#connection.awaits('play');
    const lost = this.#connection.session(session, greeting);
    this.connection = this.#connection.state;
    if (session.resumed) return;
    // A new session has no state of the old one. A pending move that the old one had is sent again if the game is
    // unchanged.
    this.#repeats = this.#played !== null && !isWaiting;
    if (this.analysing) this.askAnalysis();
    if (this.reviewing) this.startReview();
    if (lost.some(({ type }) => type !== 'play' && type !== 'review'))
      this.toast(words.t().said.unsure, true);
  }

  /** Sends a message and returns whether it will arrive; if not, the user is informed. */
  send(message: ClientMessage): boolean {
    const fate = this.#connection.send(message);
    if (fate === 'refused') this.toast(words.t().said.notSent, true);
    if (fate === 'refused' || fate === 'dropped') return false;
    if (this.view && !this.view.result && HELP.has(message.type)) record.helped(this.view.id);
    if (message.type === 'create' || message.type === 'import') this.#expectsNew = true;
    if (message.type === 'open' || message.type === 'join' || message.type === 'create') this.barred = null;
    return true;
  }

  /** Plays a move: it is drawn at once, and removed if the server refuses it. */
  playMove(mv: MoveInfo): void {
    if (this.view && !this.plays) return this.addMoves(this.moment, [mv.text]);
    const received = this.#received;
    if (!received || this.#played || !this.send({ type: 'play', ply: received.plies.length, text: mv.text }))
      return;
    this.#played = { ply: received.plies.length, mv };
    this.#draw({ view: received, changed: true, kept: received.plies.length });
  }

  open(game: string, seat: string | null): void {
    if (this.view?.id === game && !seat) return;
    if (this.view?.id !== game) this.#forget();
    this.#wanted = { game, seat };
    this.#expectsNew = false;
    this.send({ type: 'open', game, seat });
  }

  /** Begins a game. Returns whether the request will arrive. */
  create(setup: GameSetup): boolean {
    return this.send({ type: 'create', setup });
  }

  leave(): void {
    if (!this.#wanted && !this.view && !this.#expectsNew) return;
    this.#wanted = null;
    this.#expectsNew = false;
    this.#forget();
    this.send({ type: 'leave' });
  }

  #forget(): void {
    this.view = null;
    this.cursor = null;
    this.study = new Study();
    this.branch = null;
    this.looked = new Map();
    this.#branching = null;
    this.drawing = false;
    this.hint = null;
    this.#analyses = new Map();
    this.preview = null;
    this.analysing = false;
    this.review = new Map();
    this.summary = null;
    this.reviewing = false;
    this.#received = null;
    this.#played = null;
    this.flipped = false;
    this.scene = false;
    this.tab = 'moves';
    this.passed = null;
    this.ratingChange = null;
    this.clearComplaint();
  }

  info(game: string): words.Game | undefined {
    return this.welcome?.games.find((info) => info.name === game);
  }

  /** The colours of the sides of a game. */
  sidesOf(game: string): [string, string] {
    return this.info(game)?.sides ?? ['black', 'white'];
  }

  get sides(): [string, string] {
    return this.sidesOf(this.view?.game ?? '');
  }

  /** The players of a stored game. */
  playersOf(game: GameSummary): string {
    return words.players(game, this.sidesOf(game.game));
  }

  /** The result of a stored game; empty while it is in progress. */
  resultOf(game: GameSummary): string {
    return game.result ? words.result(game.result, game.game, this.sidesOf(game.game)) : '';
  }

  sideName(side: Side): string {
    return this.sides[side === 'black' ? 0 : 1];
  }

  /** What the game waits for, or its result. */
  get status(): string {
    return this.view ? words.status(this.view, this.sides) : '';
  }

  /** The name of a side's player. */
  playerName(side: Side): string {
    const seat = this.view!.seats[side === 'black' ? 0 : 1];
    return words.player(seat.name, this.sideName(side));
  }

  /** Describes the move with this number. */
  moveWords(number: number, plies = this.line.plies): string {
    return words.move({ start: this.view!.start, plies }, number, this.sides);
  }

  /** The number of a move as people count: passes do not count. */
  numberOf(ply: number, plies = this.line.plies): number {
    return plies.slice(0, ply).filter(({ mv }) => mv.action !== 'pass').length;
  }

  /** Where the reviewed game turned, as text. */
  get story(): string {
    const story = this.summary?.story;
    if (!story) return '';
    const plies = this.view?.plies ?? [];
    return words.story(
      'ply' in story ? { ...story, ply: this.numberOf(story.ply, plies) } : story,
      this.sides,
    );
  }

  /** The move that decided the game, by the review. */
  get turningPoint(): number | null {
    const story = this.summary?.story;
    return story && 'ply' in story ? story.ply : null;
  }

  /** The side of the player at this page, if they play only one. */
  get mySide(): Side | null {
    if (!this.view) return null;
    const [black, white] = this.view.seats;
    if (black.yours === white.yours) return null;
    return black.yours ? 'black' : 'white';
  }

  /** The number of moves played. */
  get length(): number {
    return this.view?.plies.length ?? 0;
  }

  /** Why the open game is not being saved; without an open game, why games in general are not. */
  get notSaving(): string | null {
    if (this.view) return this.view.unsaved && words.notSaving(this.view.unsaved);
    return this.welcome && this.welcome.not_saving;
  }

  /** The address of the page for links to others, without a trailing slash. */
  get address(): string {
    return this.#welcome?.address ?? new URL('.', document.baseURI).href.replace(/\/$/, '');
  }

  /** The ply that is shown. */
  get shown(): number {
    if (this.branch !== null) return this.study.nodes.get(this.branch)?.ply ?? 0;
    return this.cursor ?? this.length;
  }

  /** The moment that is shown, for messages to the server. */
  get moment(): Moment {
    return this.branch === null ? { ply: this.shown } : { ply: this.shown, node: this.branch };
  }

  get live(): boolean {
    return this.cursor === null && this.branch === null;
  }

  /** Whether a move would be played, and not become a variation. */
  get plays(): boolean {
    return this.live && !this.view?.may.study;
  }

  /** The legal moves at the shown moment: in the game, or as a variation. */
  get legal(): MoveInfo[] {
    if (!this.view) return [];
    if (this.plays) return this.view.legal;
    return this.view.may.edit ? (this.looked.get(keyOf(this.moment))?.legal ?? []) : [];
  }

  /** The result of the shown line at this moment, if it ends here. */
  get endsHere(): GameResult | null {
    if (this.live) return this.view?.result ?? null;
    return this.looked.get(keyOf(this.moment))?.result ?? null;
  }

  /** Whether another player waits for our move. */
  get yourTurn(): boolean {
    if (!this.view || this.view.result) return false;
    const side = frameOf(this.view, this.length).turn === 'black' ? 0 : 1;
    return this.view.seats[side].yours && !this.view.seats[1 - side].yours && !this.view.seats[1 - side].free;
  }

  /** A board of the shown line. */
  frame(ply: number): Frame {
    return ply === 0 ? this.view!.start : this.line.plies[ply - 1].after;
  }

  ply(number: number): Ply | undefined {
    return this.line.plies[number - 1];
  }

  /** Goes to a ply of the shown line. */
  step(to: number): void {
    const { plies, base, nodes } = this.line;
    const ply = Math.max(0, Math.min(plies.length, to));
    this.goTo(ply > base ? { ply, node: nodes[ply - base - 1] } : { ply });
  }

  /** Shows a moment of the game or of a variation. */
  goTo(to: Moment): void {
    if (!this.view || isSame(to, this.moment)) return;
    this.branch = to.node ?? null;
    this.cursor = to.node !== undefined || to.ply === this.length ? null : to.ply;
    this.hint = null;
    this.clearComplaint();
    const w = words.t().said;
    if (to.ply === 0) this.say(w.start);
    else {
      const move = w.move(this.numberOf(to.ply), this.moveWords(to.ply));
      const comment = this.study.at(to)?.comment;
      const said = to.node === undefined ? move : w.variation(move);
      this.say(comment ? words.t().common.and(said, comment) : said);
    }
    this.#askLegal();
    if (this.analysing) this.askAnalysis();
  }

  /** Whether the shown move has siblings. */
  get hasSiblings(): boolean {
    return !!this.view && this.study.siblings(this.view, this.moment).length > 1;
  }

  /** Shows the next or previous sibling of the shown move. */
  stepSibling(by: number): void {
    if (!this.view) return;
    const all = this.study.siblings(this.view, this.moment);
    const at = all.findIndex((one) => isSame(one, this.moment));
    const next = all[at + by];
    if (next) this.goTo(next);
  }

  /** Shows moves after a moment; new ones are added to the variations. */
  addMoves(at: Moment, moves: string[]): void {
    const view = this.view;
    if (!view) return;
    const followed = this.study.follow(view, at, moves);
    if (followed.rest.length === 0) this.goTo(followed.at);
    else if (this.send({ type: 'branch', at, moves })) this.#branching = { at, moves };
  }

  /** Replaces the arrows and circles of the shown moment. */
  draw(marks: Mark[]): void {
    this.send({ type: 'annotate', edit: { kind: 'draw', at: this.moment, marks } });
  }

  /** Requests the legal moves at the shown moment, unless they are known. */
  #askLegal(): void {
    const view = this.view;
    if (!view || this.plays || !(view.may.edit || view.may.analyse)) return;
    if (!this.looked.has(keyOf(this.moment))) this.send({ type: 'look', at: this.moment });
  }

  /** The pending proposal as text. */
  get proposalText(): string {
    const proposal = this.view?.proposal;
    if (!proposal) return '';
    const w = words.t().panel;
    const side = this.sideName(proposal.by);
    if (proposal.kind === 'takeback') return proposal.for_you ? w.asksTakeback(side) : w.takebackProposed;
    return proposal.for_you ? w.asksRematch(side) : w.rematchProposed;
  }

  /**
   * The user pressed a square where nothing can be played, with a selected piece or without. If the rules forbid
   * the move, it is sent like a legal one, and the server explains why it cannot be played.
   */
  explain(square: number, from: number | null): void {
    const view = this.view;
    if (!view) return;
    const w = words.t().wrong;
    const turn = view.result && this.live ? null : this.frame(this.shown).turn;
    const legal = this.legal;
    if (!this.plays && view.may.edit) {
      if (this.endsHere && legal.length === 0) this.complain(square, w.over);
      else this.#explainRules(square, from, legal, this.frame(this.shown).turn);
    } else if (!this.live) this.complain(square, w.earlier);
    else if (turn === null) this.complain(square, w.over);
    else if (view.legal.length === 0)
      this.complain(square, this.mySide === null ? w.watching : w.notYourTurn(this.sideName(turn)));
    else this.#explainRules(square, from, legal, turn);
  }

  #explainRules(square: number, from: number | null, legal: MoveInfo[], turn: Side): void {
    const view = this.view!;
    const w = words.t().wrong;
    const cell = this.frame(this.shown).cells[square];
    if (legal.every((mv) => mv.target === null)) this.complain(square, w.onlyPass);
    else if (from === null && legal.some((mv) => mv.origins.length > 0)) {
      const mine = cell === (turn === 'black' ? 'b' : 'w');
      this.complain(square, cell === '.' || cell === '#' ? w.choosePiece : mine ? w.stuck : w.theirs);
    } else {
      const like = legal.find((mv) => mv.target !== null && (from === null || mv.origins.includes(from)));
      const name = (of: number) =>
        view.shape.column_names[of % view.shape.columns] +
        view.shape.row_names[Math.floor(of / view.shape.columns)];
      if (!like) return;
      const old = name(like.target!);
      const at = like.text.lastIndexOf(old);
      const text = like.text.slice(0, at) + name(square) + like.text.slice(at + old.length);
      const tried = this.plays
        ? this.send({ type: 'play', ply: this.length, text })
        : this.send({ type: 'branch', at: this.moment, moves: [text] });
      if (tried) this.#attempt = square;
    }
  }

  /** Shows next to a square why a press on it did nothing. */
  complain(square: number, text: string): void {
    this.#attempt = null;
    this.complaint = { square, text };
    this.say(text);
    clearTimeout(this.#complaintTimer);
    this.#complaintTimer = setTimeout(() => this.clearComplaint(), COMPLAINT_MS);
  }

  /** Removes the explanation. */
  clearComplaint(): void {
    this.complaint = null;
  }

  #showPass(side: Side): void {
    this.passed = side;
    clearTimeout(this.#passTimer);
    this.#passTimer = setTimeout(() => (this.passed = null), PASS_MS);
  }

  rematch(): void {
    this.#wantsNext = true;
    this.send({ type: 'rematch' });
  }

  answer(accept: boolean): void {
    this.#wantsNext = accept && this.view?.proposal?.kind === 'rematch';
    this.send({ type: 'answer', accept });
  }

  setAnalysing(on: boolean): void {
    this.analysing = on;
    if (on) this.askAnalysis();
    else this.send({ type: 'stop_analysis' });
  }

  /** Shows the review of the game, and starts one if there is none. */
  showReview(): void {
    this.scene = false;
    this.tab = 'analysis';
    if (!this.reviewing && !this.summary) this.startReview();
  }

  startReview(): void {
    if (!this.send({ type: 'review' })) return;
    this.review = new Map();
    this.summary = null;
    this.reviewing = true;
  }

  /** The results of the analysis at the shown moment. */
  get analysis(): Analysis | null {
    if (!this.analysing || !this.view) return null;
    return this.#analyses.get(this.frame(this.shown).position) ?? null;
  }

  /** Shows the last message of the analysis, and the next one after a pause. */
  #learnAnalysis(): void {
    this.#newsTimer = undefined;
    const news = this.#news;
    this.#news = null;
    if (!news || !this.analysing || !isSame(news.at, this.moment)) return;
    this.#newsTimer = setTimeout(() => this.#learnAnalysis(), ANALYSIS_MS);
    const { position } = this.frame(this.shown);
    const known = this.#analyses.get(position);
    // A restarted search soon has as much as the previous one.
    if (known && known.depth > news.depth && known.lines.length) return;
    const kept = [...this.#analyses].slice(-(MOST_ANALYSES - 1));
    this.#analyses = new Map([...kept, [position, news]]);
  }

  /** Starts an analysis of the shown moment with the user's settings. */
  askAnalysis(): void {
    // The end of a game needs no analysis.
    if (this.endsHere && this.legal.length === 0) {
      this.send({ type: 'stop_analysis' });
      return;
    }
    // The first result of another moment is shown at once.
    clearTimeout(this.#newsTimer);
    this.#newsTimer = undefined;
    this.#news = null;
    const { lines, seconds, threads, memory } = prefs.analysis;
    this.send({
      type: 'analyse',
      at: this.moment,
      lines,
      values: true,
      threads,
      memory,
      ...(seconds ? { seconds } : {}),
    });
  }

  /** The score of the shown moment, if known: a result, or the engine's evaluation. */
  get score(): ScoreView | null {
    const result = this.endsHere;
    if (result) {
      const chance = result.winner === null ? 0.5 : result.winner === 'black' ? 1 : 0;
      return { value: { code: 'result', winner: result.winner }, chance };
    }
    const reviewed = this.branch === null ? this.review.get(this.shown)?.score : null;
    return this.analysis?.lines[0]?.score ?? reviewed ?? null;
  }

  /** Announces a text to screen readers, even if it is the same as before. */
  say(text: string): void {
    // Screen readers do not read a region again whose text does not change.
    this.spoken = text === this.spoken ? `${text}\u00a0` : text;
  }

  toast(text: string, bad = false): void {
    const id = ++this.#toastId;
    this.toasts = [...this.toasts.slice(-2), { id, text, bad }];
    this.say(text);
    setTimeout(() => (this.toasts = this.toasts.filter((toast) => toast.id !== id)), bad ? 6000 : 4000);
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#welcome = message;
        break;
      case 'session':
        this.#continue(message);
        break;
      case 'game':
        this.#show(message);
        break;
      case 'changed':
        this.#change(message);
        break;
      case 'study':
        this.#learnStudy(message);
        break;
      case 'looked':
        if (message.id === this.view?.id)
          this.looked = new Map([...this.looked, [keyOf(message.at), message]]);
        break;
      case 'hint':
        if (this.live && message.ply === this.length) {
          this.hint = { ply: message.ply, mv: message.mv, why: message.why };
          this.say(words.t().said.hint(message.mv.text, words.outlook(message.why)));
        }
        break;
      case 'analysis':
        this.#news = message;
        if (this.#newsTimer === undefined) this.#learnAnalysis();
        break;
      case 'reviewed':
        this.review = new Map([...this.review, [message.ply, message]]);
        break;
      case 'review_done':
        this.reviewing = false;
        this.summary = message;
        this.say(this.story);
        break;
      case 'games':
        this.games = message.games;
        this.olderGames = message.next;
        break;
      case 'choose':
        this.choose = message.games;
        break;
      case 'checked':
        this.onChecked({ ...message, problem: message.problem && words.setupProblem(message.problem) });
        break;
      case 'tried':
        this.onTried(message);
        break;
      case 'judged':
        this.onJudged(message);
        break;
      case 'exported':
        this.onExported(message);
        break;
      case 'refused':
        if (this.#attempt !== null) {
          this.complain(this.#attempt, words.t().common.begin(words.refusal(message.reason)));
          break;
        }
        this.reviewing = false;
        if (UNPLAYED.has(message.reason.code)) this.#unplay();
        this.#refused(words.refusal(message.reason));
        break;
      case 'joined':
        this.onJoined(message.game);
        break;
      case 'notice':
        this.toast(words.notice(message.notice));
        break;
      case 'pong':
        break;
      default:
        // Every message of this version is handled above; the compiler checks it. A newer server may send others.
        console.warn('unknown message', message satisfies never);
    }
  }

  #refused(reason: string): void {
    if (!this.view) this.barred = reason;
    if (!this.onRefused(reason)) this.toast(reason, true);
  }

  /** Whether a message about a game is expected: late messages about a game that was left must not reopen it. */
  #awaits(game: string): boolean {
    return this.#wanted?.game === game || (this.#expectsNew && !this.#seen.has(game));
  }

  #show(news: GameView): void {
    if (!this.#awaits(news.id)) return;
    const merged = merge(this.#received?.id === news.id ? this.#received : null, news);
    // The variations follow in a separate message, if there are any.
    if (this.view?.id === news.id) {
      this.#lastBranch = this.branch;
      this.#setStudy(new Study());
    }
    if (merged) this.#learn(merged);
    else this.#askWhole(news.id);
  }

  #change(news: GameChange): void {
    if (this.#received?.id !== news.id) return;
    const merged = change(this.#received, news);
    if (merged) this.#learn(merged);
    else this.#askWhole(news.id);
  }

  #learnStudy(news: StudyChange): void {
    if (this.#received?.id !== news.id) return;
    this.#setStudy(new Study(this.study, news));
    const last = this.#lastBranch;
    this.#lastBranch = null;
    if (last !== null && this.study.nodes.has(last))
      this.goTo({ ply: this.study.nodes.get(last)!.ply, node: last });
    const wanted = this.#branching;
    const newest = news.nodes.filter(({ branch }) => branch).at(-1);
    if (!wanted || !newest) return;
    this.#branching = null;
    play('move');
    const { at, rest } = this.study.follow(this.view!, wanted.at, wanted.moves);
    // The text of a typed move may differ from its canonical form.
    this.goTo(rest.length ? { ply: newest.ply, node: newest.id } : at);
  }

  /** If the shown variation was removed, shows what is left of it. */
  #setStudy(next: Study): void {
    const before = this.study;
    const { branch, view } = this;
    if (branch === null || next.nodes.has(branch) || !view) {
      this.study = next;
      return;
    }
    const left = next.remaining(before, branch);
    const base = before.base(branch);
    this.branch = left;
    if (left === null) this.cursor = base === this.length ? null : base;
    this.study = next;
    this.#askLegal();
    if (this.analysing) this.askAnalysis();
  }

  #askWhole(game: string): void {
    this.send({ type: 'open', game, seat: null });
  }

  /** The server has sent a new state of the game. It confirms our pending move, or the move is still in transit. */
  #learn(merged: Merged): void {
    if (this.view?.id !== merged.view.id) this.#forget();
    const { plies } = merged.view;
    const isSame = plies.at(-1)?.mv.text === this.#received?.plies.at(-1)?.mv.text;
    if (this.#played && (plies.length !== this.#played.ply || !isSame)) this.#played = null;
    const repeats = this.#repeats && this.#played;
    this.#repeats = false;
    this.#draw(merged);
    if (repeats && !this.send({ type: 'play', ply: repeats.ply, text: repeats.mv.text })) this.#unplay();
  }

  /** Removes the preview of a move. */
  #unplay(): void {
    if (!this.#played || !this.#received) return;
    this.#played = null;
    this.#draw({ view: this.#received, changed: true, kept: this.#received.plies.length });
  }

  /** Shows the game as the server sent it, with our pending move on top. */
  #draw({ view: received, changed: news, kept }: Merged): void {
    this.#received = received;
    const before = this.view?.id === received.id ? this.view : null;
    const next = this.#played ? foreseen(received, this.#played.mv) : received;
    const same =
      before?.plies.length === next.plies.length &&
      before.plies.at(-1)?.mv.text === next.plies.at(-1)?.mv.text;
    const changed = news && !(same && kept >= next.plies.length - 1);
    if (changed) this.hint = null;
    if (changed || next.result !== before?.result) this.looked = new Map();
    if (before && kept < before.plies.length && changed) {
      this.review = new Map([...this.review].filter(([ply]) => ply <= kept));
      this.summary = null;
    }
    if (!before) {
      this.#wanted = { game: next.id, seat: null };
      this.#expectsNew = false;
      this.#seen.add(next.id);
    }
    if (this.cursor !== null && this.cursor >= next.plies.length) this.cursor = null;
    this.clockAt = performance.now();
    this.view = next;
    this.#attempt = null;
    if (changed || next.result) this.clearComplaint();
    if (this.branch !== null && !this.study.nodes.has(this.branch)) this.branch = null;
    const ended = record.note(received);
    if (before && !before.result && next.result) {
      this.scene = true;
      this.ratingChange = ended;
    } else if (!next.result) this.scene = false;
    if (before && changed) this.#announce(before, next);
    else if (before) this.#announceOther(before, next);
    // The server cannot analyse a move that it does not have yet.
    if (news && this.analysing && this.live && !this.#played) this.askAnalysis();
    this.#askLegal();
    this.onGame(next, !before);
    if (next.next && this.#wantsNext) {
      this.#wantsNext = false;
      this.onJoined(next.next);
    }
  }

  #announce(before: GameView, next: GameView): void {
    const last = next.plies.at(-1);
    const fresh = next.plies.slice(before.plies.length);
    const pass = fresh.findIndex(({ mv }) => mv.action === 'pass');
    if (pass >= 0 && !next.result) this.#showPass(frameOf(next, before.plies.length + pass).turn);
    if (next.plies.length > before.plies.length && last) {
      const news = fresh.map((_, index) => this.moveWords(before.plies.length + index + 1, next.plies));
      this.say([...news, this.status].reduce(words.t().common.and));
      if (next.result) play('end');
      else if (last.mv.action === 'capture') play('capture');
      else {
        play('move');
        if (last.mv.turned.length) play('turn');
      }
    } else {
      this.say(this.status);
    }
  }

  /** Announces changes other than moves: a result, a proposal, players who come and go. */
  #announceOther(before: GameView, next: GameView): void {
    const { proposal } = next;
    if (this.status !== words.status(before, this.sides)) this.say(this.status);
    else if (proposal && proposal.kind !== before.proposal?.kind) {
      this.say(this.proposalText);
    } else
      next.seats.forEach((seat, side) => {
        const was = before.seats[side];
        if (seat.yours || seat.level || seat.free || was.free || seat.present === was.present) return;
        const name = words.player(seat.name, this.sides[side]);
        this.say(seat.present ? words.t().said.present(name) : words.t().said.absent(name));
      });
  }
}

/** The time between two results of the analysis: the first depths follow each other faster than they can be drawn. */
const ANALYSIS_MS = 50;
/** The number of positions whose analysis is kept. */
const MOST_ANALYSES = 400;

/** A key for a moment. */
const keyOf = ({ ply, node }: Moment): string => (node === undefined ? `${ply}` : `n${node}`);

export const parlor = new Parlor();
