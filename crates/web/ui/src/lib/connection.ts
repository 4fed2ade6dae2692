// What happens to the messages to the server while connections come and go. It knows no socket and no timer: its host
// says when a connection stands and when it is lost, what was said and what time it is, and gets back what to do.
//
// Both sides count what they said and heard, so that a conversation goes on over another connection: nothing is lost and
// nothing is done twice.

import type { ClientMessage, ServerMessage } from '../wire';

export type ConnectionState = 'connecting' | 'open' | 'lost';

/** `refused`: a person asked for it and must learn about it; `dropped`: nobody will miss it. */
export type Fate = 'sent' | 'waits' | 'refused' | 'dropped';

/** Gives a message to the socket and says whether the socket took it: one that is closing takes nothing more. */
export type Transmit = (message: ClientMessage) => boolean;

/** `ping`: ask for a sign of life; `dead`: nobody is there any more, give the connection up. */
export type Beat = 'ping' | 'dead' | null;

/** What is requested again automatically when the connection is back, or has no use then. */
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

/** What changes nothing and can be asked again of a server that has forgotten it. */
const REPEATABLE: ReadonlySet<ClientMessage['type']> = new Set(['hint', 'games', 'check', 'try', 'export']);

/** What is said beside the conversation and does not count. */
const BESIDE: ReadonlySet<ServerMessage['type']> = new Set(['welcome', 'session', 'pong']);

/** The pauses before the first attempts to connect again; the last one is that of all later attempts. */
const RETRY_MS = [300, 600, 1200, 2500, 5000];

/** How long there may be silence before a sign of life is asked for. */
const QUIET_MS = 3500;
/** How long the server may take to give one. Together well under ten seconds. */
const PATIENCE_MS = 4500;
/** How long the server may take to greet a new connection, over a slow network too. */
const GREETING_MS = 10_000;
/** A host that looks this much later than it used to was asleep: it cannot know what happened meanwhile. */
const ASLEEP_MS = 3000;

export class Connection {
  #state: ConnectionState = 'connecting';
  #transmit: Transmit | null = null;
  #waiting: ClientMessage[] = [];
  #failures = 0;
  #token = '';
  /** How many messages of the conversation were heard. */
  #heard = 0;
  /** How many of ours have arrived, and those that may not have. */
  #handled = 0;
  #unconfirmed: ClientMessage[] = [];
  #heardAt = 0;
  #pingedAt: number | null = null;
  #beatAt = 0;

  get state(): ConnectionState {
    return this.#state;
  }

  /** What the address of the next connection says about the conversation. */
  get query(): string {
    return `session=${this.#token}&heard=${this.#heard}`;
  }

  /** An attempt to connect begins. */
  began(now: number): void {
    this.#heardAt = now;
    this.#pingedAt = now;
    this.#beatAt = now;
  }

  /** A connection stands. Nothing is sent before the server has said where the conversation stands. */
  opened(transmit: Transmit): void {
    this.#transmit = transmit;
  }

  /** Something was heard. */
  heard(message: ServerMessage, now: number): void {
    this.#heardAt = now;
    this.#pingedAt = null;
    if (!BESIDE.has(message.type)) this.#heard++;
    if (message.type === 'pong') this.#confirm(message.handled);
  }

  /**
   * The server says where the conversation stands. One that goes on continues with what may not have arrived; a new one
   * begins with the greeting. Then follows what has waited, in order. Returns what may or may not have been done.
   */
  session(
    { token, resumed, handled }: { token: string; resumed: boolean; handled: number },
    greeting: ClientMessage[],
  ): ClientMessage[] {
    this.#token = token;
    this.#state = 'open';
    this.#failures = 0;
    let lost: ClientMessage[] = [];
    if (resumed) {
      this.#confirm(handled);
      // They are already counted among those that may not have arrived.
      for (const message of this.#unconfirmed) this.#transmit?.(message);
    } else {
      const unconfirmed = this.#unconfirmed.splice(0);
      this.#heard = 0;
      this.#handled = 0;
      const again = unconfirmed.filter(({ type }) => REPEATABLE.has(type));
      lost = unconfirmed.filter(({ type }) => !REPEATABLE.has(type) && !PASSING.has(type));
      for (const message of [...greeting, ...again]) this.send(message);
    }
    for (const message of this.#waiting.splice(0)) this.send(message);
    return lost;
  }

  /** The connection is lost, or an attempt failed. Returns the milliseconds to wait before the next attempt. */
  closed(): number {
    this.#transmit = null;
    this.#state = 'lost';
    return RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)];
  }

  /** Looks whether anybody is there. To be called about twice a second while there is a connection or an attempt. */
  beat(now: number): Beat {
    const slept = now - this.#beatAt > ASLEEP_MS;
    this.#beatAt = now;
    if (slept) {
      this.#heardAt = now;
      this.#pingedAt = null;
      return this.#state === 'open' ? this.#ping(now) : null;
    }
    const patience = this.#state === 'open' ? PATIENCE_MS : GREETING_MS;
    if (this.#pingedAt !== null) return now - this.#pingedAt >= patience ? 'dead' : null;
    return this.#state === 'open' && now - this.#heardAt >= QUIET_MS ? this.#ping(now) : null;
  }

  /**
   * Until the first connection stands, what people ask for waits. Once one was lost it is refused instead, so that
   * nothing happens later that they have forgotten; only joining a room waits, because the page does nothing else then.
   */
  send(message: ClientMessage): Fate {
    if (this.#state === 'open' && this.#transmit?.(message)) {
      if (message.type !== 'ping') this.#unconfirmed.push(message);
      return 'sent';
    }
    const passes = PASSING.has(message.type);
    if (message.type === 'join' || (this.#state === 'connecting' && !passes)) {
      this.#waiting.push(message);
      return 'waits';
    }
    return passes ? 'dropped' : 'refused';
  }

  #ping(now: number): Beat {
    this.#pingedAt = now;
    this.send({ type: 'ping', heard: this.#heard });
    return 'ping';
  }

  #confirm(handled: number): void {
    this.#unconfirmed.splice(0, Math.max(0, handled - this.#handled));
    this.#handled = handled;
  }
}
