// Reviews of one stored game after another, over a connection of their own: what the page shows meanwhile does not change.

import { connect } from '#host';
import type { Socket } from '../lib/server';
import type { ClientMessage, GameSummary, GameView, ReviewSummary, Reviewed, ServerMessage } from '../wire';

/** A game with all that the engine has to say about it. */
export interface ReviewedGame {
  view: GameView;
  reviewed: Map<number, Reviewed>;
  summary: ReviewSummary;
}

/** What is said beside the conversation and does not count. */
const BESIDE: ReadonlySet<ServerMessage['type']> = new Set(['welcome', 'session', 'pong']);

export class Reviewer {
  #socket: Socket;
  #ready: Promise<void>;
  #heard = 0;
  #hear: (message: ServerMessage) => void = () => {};
  #fail: (error: Error) => void = () => {};

  constructor() {
    const socket = (this.#socket = connect('session=&heard=0'));
    this.#ready = new Promise((done, failed) => {
      this.#fail = failed;
      this.#hear = (message) => message.type === 'session' && done();
    });
    // Callers that wait get the error; it is not also an unhandled rejection.
    this.#ready.catch(() => {});
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data) as ServerMessage;
      if (!BESIDE.has(message.type)) this.#heard++;
      this.#hear(message);
    };
    socket.onclose = () => this.#fail(new Error('closed'));
  }

  close(): void {
    this.#socket.onclose = this.#socket.onmessage = null;
    this.#socket.close();
    this.#fail(new Error('closed'));
  }

  /** Stored games that hold every word of a text, the newest first, and where the next ones begin. */
  games(search: string, after: string | null): Promise<{ games: GameSummary[]; next: string | null }> {
    return this.#ask({ type: 'games', search, after }, (message, done) => {
      if (message.type === 'games') done(message);
    });
  }

  /** A game, reviewed; nothing if it cannot be, or is not wanted once it is open. `tell` hears how far it is, from 0 to 1. */
  async review(
    id: string,
    wants: (view: GameView) => boolean,
    tell: (share: number) => void,
  ): Promise<ReviewedGame | null> {
    const view = await this.#ask<GameView | null>({ type: 'open', game: id, seat: null }, (message, done) => {
      if (message.type === 'game' && message.id === id) done(message);
      else if (message.type === 'refused') done(null);
    });
    if (!view?.may.analyse || !view.plies.length || !wants(view)) return null;
    const reviewed = new Map<number, Reviewed>();
    const summary = await this.#ask<ReviewSummary | null>({ type: 'review' }, (message, done) => {
      if (message.type === 'reviewed') {
        reviewed.set(message.ply, message);
        tell(reviewed.size / message.total);
      } else if (message.type === 'review_done') done(message);
      else if (message.type === 'refused') done(null);
    });
    // What was heard need not be kept for us.
    this.#say({ type: 'ping', heard: this.#heard });
    return summary && { view, reviewed, summary };
  }

  #say(message: ClientMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  async #ask<A>(
    question: ClientMessage,
    hear: (message: ServerMessage, done: (answer: A) => void) => void,
  ): Promise<A> {
    await this.#ready;
    return new Promise((done, failed) => {
      this.#fail = failed;
      this.#hear = (message) => hear(message, done);
      this.#say(question);
    });
  }
}
