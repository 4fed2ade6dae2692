// Reviews stored games one after another, on a connection of its own, so that the page does not change meanwhile.

import { connect } from '#host';
import type { Socket } from '../lib/server';
import type { ClientMessage, GameSummary, GameView, ReviewSummary, Reviewed, ServerMessage } from '../wire';

/** A game with the engine's review. */
export interface ReviewedGame {
  view: GameView;
  reviewed: Map<number, Reviewed>;
  summary: ReviewSummary;
}

/** Messages that are not part of the session and do not count. */
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
    // Callers that wait get the error; it must not also be an unhandled rejection.
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

  /** Stored games that contain every word of a text, newest first, and the cursor of the next page. */
  games(search: string, after: string | null): Promise<{ games: GameSummary[]; next: string | null }> {
    return this.#ask({ type: 'games', search, after }, (message, done) => {
      if (message.type === 'games') done(message);
    });
  }

  /**
   * Reviews a game. Returns `null` if it cannot be reviewed, or is not wanted once it is open. `tell` gets the
   * progress from 0 to 1.
   */
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
    // Received messages need not be kept for us.
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
