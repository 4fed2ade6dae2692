// Learn from your mistakes: after a review, each mistake becomes a question on the board. The review has the best
// move; the server judges any other.

import type { Judged, MoveInfo, Ply } from '../wire';
import type { StudyWords } from '../words/later';
import { applied } from './merge';
import { parlor } from './parlor.svelte';
import { frameOf, isSame } from './study';
import { tryFrom } from './tries';

/** The result of an answer. */
export interface Answer {
  text: string;
  /** Whether it is as good as the best move. */
  good: boolean;
  /** The server's judgement; `null` if the review already knew, or the solution was revealed. */
  judged: Judged | null;
  /** Whether the solution was revealed without an answer. */
  revealed: boolean;
}

class Mistakes {
  /** The numbers of the moves to ask about; empty if there are no questions. */
  plies: readonly number[] = $state.raw([]);
  /** The index of the current question. */
  index = $state(0);
  /** The move that is being judged. */
  waiting: string | null = $state(null);
  answer: Answer | null = $state.raw(null);
  /** The questions that were answered well, at any attempt. */
  solved: ReadonlySet<number> = $state.raw(new Set());
  /** The moves that explain the answer, and how many of them are shown. */
  line: readonly Ply[] = $state.raw([]);
  shown = $state(0);

  get active(): boolean {
    return this.plies.length > 0;
  }

  /** The mistake of the current question. */
  get ply(): number {
    return this.plies[this.index] ?? 0;
  }

  get better(): string {
    return parlor.review.get(this.ply)?.better ?? '';
  }

  /** Whether the board shows the question. */
  get isShown(): boolean {
    return this.active && isSame(parlor.moment, { ply: this.ply - 1 });
  }

  /** Whether a move on the board is an answer. */
  get asks(): boolean {
    return this.isShown && !this.answer && this.waiting === null;
  }

  /** The mistakes of the player at this page; those of both sides if there is no single player. */
  get found(): number[] {
    const { view, mySide } = parlor;
    if (!view?.may.edit || !parlor.summary) return [];
    const own = [...parlor.review.values()].filter(
      ({ ply, verdict, better }) =>
        verdict && better && (mySide === null || frameOf(view, ply - 1).turn === mySide),
    );
    return own.map(({ ply }) => ply).sort((a, b) => a - b);
  }

  start(): void {
    // Best moves on the board would give away the answers.
    if (parlor.analysing) parlor.setAnalysing(false);
    this.solved = new Set();
    this.plies = this.found;
    parlor.tab = 'moves';
    parlor.onJudged = (judged) => this.#judged(judged);
    this.ask(0);
  }

  stop(): void {
    if (!this.active) return;
    this.#clear();
    this.plies = [];
    parlor.tab = 'analysis';
  }

  /** Shows a question. */
  ask(index: number): void {
    this.index = index;
    this.again();
  }

  /** Shows the question again. */
  again(): void {
    this.#clear();
    parlor.goTo({ ply: this.ply - 1 });
  }

  /** Answers with a move. */
  play(mv: MoveInfo): void {
    const frame = parlor.frame(this.ply - 1);
    const { turn } = frame;
    const after = { ...frame, cells: applied(frame.cells, mv, turn) };
    parlor.preview = { mv, after };
    if (mv.text === this.better) this.#answered({ text: mv.text, good: true, judged: null, revealed: false });
    else if (parlor.send({ type: 'judge', ply: this.ply - 1, text: mv.text })) this.waiting = mv.text;
    else this.again();
  }

  /** Shows the move that the review found. */
  reveal(): void {
    this.#answered({ text: this.better, good: false, judged: null, revealed: true });
  }

  /** Shows this many of the moves that explain the answer. */
  show(number: number): void {
    this.shown = Math.max(0, Math.min(this.line.length, number));
    parlor.preview = this.line[this.shown - 1] ?? null;
    const ply = this.line[this.shown - 1];
    if (ply) parlor.say(ply.mv.text);
  }

  #clear(): void {
    this.answer = null;
    this.waiting = null;
    this.line = [];
    this.shown = 0;
    parlor.preview = null;
  }

  #judged(judged: Judged): void {
    if (judged.ply !== this.ply - 1 || judged.text !== this.waiting) return;
    this.#answered({ text: judged.text, good: judged.verdict === null, judged, revealed: false });
  }

  #answered(answer: Answer): void {
    this.waiting = null;
    this.answer = answer;
    if (answer.good) this.solved = new Set([...this.solved, this.ply]);
    void this.#explain(answer);
  }

  /** Fetches the moves that explain an answer. */
  async #explain(answer: Answer): Promise<void> {
    const view = parlor.view!;
    const moves = answer.judged?.line ?? [answer.text];
    const { board } = await tryFrom(
      {
        game: view.game,
        agreements: view.setup.agreements,
        board: { kind: 'text', position: parlor.frame(this.ply - 1).position },
      },
      moves,
    );
    if (this.answer !== answer || !board) return;
    this.line = board.plies;
    this.show(1);
  }
}

export const mistakes = new Mistakes();

/** The text of a verdict, on the screen and for screen readers. */
export function verdictWords(answer: Answer, w: StudyWords['mistakes']): string {
  if (answer.revealed) return w.revealed(answer.text);
  if (answer.good)
    return answer.judged && !answer.judged.is_best ? w.asGood(answer.text) : w.best(answer.text);
  const { lost, verdict } = answer.judged!;
  return w.worse(answer.text, w.kinds[verdict!], Math.round(lost * 100));
}
