// What becomes of the messages to the server while connections come and go. It knows no socket and no timer: its host
// says when a connection stands and when it is lost, and is told how long to wait before the next attempt.

import type { ClientMessage } from '../wire';

export type ConnectionState = 'connecting' | 'open' | 'lost';

/** `refused`: a person asked for it and must be told; `dropped`: nobody will miss it. */
export type Fate = 'sent' | 'waits' | 'refused' | 'dropped';

/** Gives a message to the socket and says whether the socket took it: one that is closing takes nothing more. */
export type Transmit = (message: ClientMessage) => boolean;

/** What is asked anew by itself when the connection is back, or has no use then. */
const PASSING: ReadonlySet<ClientMessage['type']> = new Set([
  'open',
  'leave',
  'rename',
  'analyse',
  'stop_analysis',
  'games',
  'check',
  'try',
  'ping',
]);

/** The pauses before the first attempts to connect again; the last one is that of all later attempts. */
const RETRY_MS = [300, 600, 1200, 2500, 5000];

export class Connection {
  #state: ConnectionState = 'connecting';
  #transmit: Transmit | null = null;
  #waiting: ClientMessage[] = [];
  #failures = 0;

  get state(): ConnectionState {
    return this.#state;
  }

  /** A connection stands: the greeting goes first, then what has waited for it, in order. */
  opened(transmit: Transmit, greeting: ClientMessage[]): void {
    this.#transmit = transmit;
    this.#state = 'open';
    this.#failures = 0;
    for (const message of [...greeting, ...this.#waiting.splice(0)]) this.send(message);
  }

  /** The connection is lost, or an attempt failed. Returns the milliseconds to wait before the next attempt. */
  closed(): number {
    this.#transmit = null;
    this.#state = 'lost';
    return RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)];
  }

  /**
   * Until the first connection stands, what people ask for waits. Once one was lost it is refused instead, so that
   * nothing happens later that they have forgotten; only joining a room waits, because the page does nothing else then.
   */
  send(message: ClientMessage): Fate {
    if (this.#transmit?.(message)) return 'sent';
    const passes = PASSING.has(message.type);
    if (message.type === 'join' || (this.#state === 'connecting' && !passes)) {
      this.#waiting.push(message);
      return 'waits';
    }
    return passes ? 'dropped' : 'refused';
  }
}
