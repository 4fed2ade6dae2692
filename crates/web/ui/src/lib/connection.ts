// The state of the connection to the server, across reconnections. It has no socket and no timer: its host reports
// when a connection is open or lost, what was received and what time it is, and gets back what to do.
//
// Both sides count the messages that they sent and received, so that a session continues on another connection:
// nothing is lost and nothing is done twice.

import type { ClientMessage, ServerMessage } from '../wire';

export type ConnectionState = 'connecting' | 'open' | 'lost';

/** `refused`: the user asked for it and must be informed; `dropped`: nobody will miss it. */
export type Fate = 'sent' | 'waits' | 'refused' | 'dropped';

/** Passes a message to the socket. Returns whether the socket accepted it: a closing socket accepts none. */
export type Transmit = (message: ClientMessage) => boolean;

/** `ping`: send a heartbeat; `dead`: the server does not answer, close the connection. */
export type Beat = 'ping' | 'dead' | null;

/** Requests that are repeated automatically after reconnecting, or are useless then. */
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

/** Requests that change nothing and can be repeated in a new session. */
const REPEATABLE: ReadonlySet<ClientMessage['type']> = new Set(['hint', 'games', 'check', 'try', 'export']);

/** Messages that are not part of the session and do not count. */
const BESIDE: ReadonlySet<ServerMessage['type']> = new Set(['welcome', 'session', 'pong']);

/** The delays before reconnecting; the last one is used for all further attempts. */
const RETRY_MS = [300, 600, 1200, 2500, 5000];

/** How long the server may be silent before a heartbeat is sent. */
const QUIET_MS = 3500;
/** How long the server may take to answer one. Together well under ten seconds. */
const PATIENCE_MS = 4500;
/** How long the server may take to send its welcome, even over a slow network. */
const GREETING_MS = 10_000;
/** If the host calls `beat` this much too late, the machine was asleep, and the connection's state is unknown. */
const ASLEEP_MS = 3000;

export class Connection {
  #keeps: boolean;
  #state: ConnectionState = 'connecting';
  #transmit: Transmit | null = null;
  #waiting: ClientMessage[] = [];
  #failures = 0;
  #token = '';
  /** The number of messages received in this session. */
  #heard = 0;
  /** The number of our messages that have arrived, and those that may not have. */
  #handled = 0;
  #unconfirmed: ClientMessage[] = [];
  #heardAt = 0;
  #pingedAt: number | null = null;
  #beatAt = 0;

  /**
   * `keeps`: whether requests wait while the connection is lost. That suits a host in this browser, which is back
   * within a moment.
   */
  constructor(keeps = false) {
    this.#keeps = keeps;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** The query string of the next connection, which identifies the session. */
  get query(): string {
    return `session=${this.#token}&heard=${this.#heard}`;
  }

  /** An attempt to connect begins. */
  began(now: number): void {
    this.#heardAt = now;
    this.#pingedAt = now;
    this.#beatAt = now;
  }

  /** A connection is open. Nothing is sent before the server has sent the state of the session. */
  opened(transmit: Transmit): void {
    this.#transmit = transmit;
  }

  /** A message was received. */
  heard(message: ServerMessage, now: number): void {
    this.#heardAt = now;
    this.#pingedAt = null;
    if (!BESIDE.has(message.type)) this.#heard++;
    if (message.type === 'pong') this.#confirm(message.handled);
  }

  /**
   * The server sent the state of the session. A resumed session continues with the messages that may not have
   * arrived; a new one begins with the greeting. Then follow the waiting messages, in order. Returns the requests
   * that may or may not have been carried out.
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

  /** The connection was lost, or an attempt failed. Returns the milliseconds to wait before the next attempt. */
  closed(): number {
    this.#transmit = null;
    this.#state = 'lost';
    return RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)];
  }

  /**
   * Checks whether the server is there. Must be called about twice a second while there is a connection or an
   * attempt.
   */
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
   * Until the first connection is open, requests wait. After a connection to a server was lost they are refused
   * instead, so that nothing unexpected happens later; only joining a room waits, because the page does nothing else
   * then.
   */
  send(message: ClientMessage): Fate {
    if (this.#state === 'open' && this.#transmit?.(message)) {
      if (message.type !== 'ping') this.#unconfirmed.push(message);
      return 'sent';
    }
    const passes = PASSING.has(message.type);
    if (message.type === 'join' || (!passes && (this.#keeps || this.#state === 'connecting'))) {
      this.#waiting.push(message);
      return 'waits';
    }
    return passes ? 'dropped' : 'refused';
  }

  /** Whether a request of this type waits for the connection. */
  awaits(type: ClientMessage['type']): boolean {
    return this.#waiting.some((message) => message.type === type);
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
