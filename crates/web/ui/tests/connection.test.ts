import { beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../src/lib/connection';
import type { ClientMessage, ServerMessage } from '../src/wire';

const move: ClientMessage = { type: 'play', ply: 3, text: 'd3' };
const join: ClientMessage = { type: 'join', room: 'tea' };
const undo: ClientMessage = { type: 'undo' };
const games: ClientMessage = { type: 'games', search: '', after: null };
const open: ClientMessage = { type: 'open', game: 'abc', seat: null };
const note: ServerMessage = { type: 'notice', notice: { code: 'joined_room', room: 'tea' } };

let connection: Connection;
let heard: ClientMessage[];
const hear = (message: ClientMessage) => {
  heard.push(message);
  return true;
};
/** A new session begins. */
const begins = (transmit = hear, greeting: ClientMessage[] = []) => {
  connection.opened(transmit);
  return connection.session({ token: 't', resumed: false, handled: 0 }, greeting);
};
/** The session is resumed; this many of our messages have arrived. */
const goesOn = (handled: number) => {
  connection.opened(hear);
  return connection.session({ token: 't', resumed: true, handled }, [open]);
};
const pong = (handled: number, now = 0) => connection.heard({ type: 'pong', handled }, now);
beforeEach(() => {
  connection = new Connection();
  heard = [];
});

describe('before the first connection', () => {
  it('keeps requests and sends them in order, after the greeting', () => {
    expect(connection.state).toBe('connecting');
    expect([connection.send(move), connection.send(undo)]).toEqual(['waits', 'waits']);
    begins(hear, [open]);
    expect(heard).toEqual([open, move, undo]);
    expect(connection.state).toBe('open');
  });

  it('sends nothing before the server has sent the state of the session', () => {
    connection.opened(hear);
    expect([connection.send(move), connection.state]).toEqual(['waits', 'connecting']);
    expect(heard).toEqual([]);
  });

  it('drops requests that are repeated anyway', () => {
    expect([connection.send(games), connection.send(open)]).toEqual(['dropped', 'dropped']);
    begins();
    expect(heard).toEqual([]);
  });
});

describe('an open connection', () => {
  it('sends at once', () => {
    begins();
    expect([connection.send(move), connection.send(games)]).toEqual(['sent', 'sent']);
    expect(heard).toEqual([move, games]);
  });

  it('refuses what a closing socket does not accept, instead of sending it later', () => {
    begins(() => false);
    expect(connection.send(move)).toBe('refused');
    expect(connection.send(games)).toBe('dropped');
    begins();
    expect(heard).toEqual([]);
  });
});

describe('a lost connection', () => {
  beforeEach(() => {
    begins();
    connection.closed();
  });

  it('refuses requests and never sends them later', () => {
    expect(connection.state).toBe('lost');
    expect(connection.send(move)).toBe('refused');
    begins(hear, [open]);
    expect(heard).toEqual([open]);
  });

  it('lets a request to join a room wait', () => {
    expect(connection.send(join)).toBe('waits');
    begins(hear, [open]);
    expect(heard).toEqual([open, join]);
  });
});

describe('a lost connection to a host in this browser', () => {
  beforeEach(() => {
    connection = new Connection(true);
    begins();
    connection.closed();
  });

  it('lets requests wait, and sends them in order after the greeting', () => {
    expect([connection.send(move), connection.send(undo)]).toEqual(['waits', 'waits']);
    expect([connection.awaits('play'), connection.awaits('hint')]).toEqual([true, false]);
    begins(hear, [open]);
    expect(heard).toEqual([open, move, undo]);
    expect(connection.awaits('play')).toBe(false);
  });

  it('drops requests that are repeated anyway', () => {
    expect(connection.send(games)).toBe('dropped');
  });
});

describe('a resumed session', () => {
  it('sends again only what has not arrived', () => {
    begins();
    for (const message of [move, undo, games]) connection.send(message);
    connection.closed();
    heard = [];
    expect(goesOn(1)).toEqual([]);
    expect(heard).toEqual([undo, games]);
  });

  it('drops what was confirmed', () => {
    begins();
    connection.send(move);
    pong(1);
    connection.send(undo);
    connection.closed();
    heard = [];
    goesOn(1);
    expect(heard).toEqual([undo]);
    pong(2);
    connection.closed();
    heard = [];
    goesOn(2);
    expect(heard).toEqual([]);
  });

  it('counts received messages, without heartbeats', () => {
    expect(connection.query).toBe('session=&heard=0');
    begins();
    for (const message of [note, note]) connection.heard(message, 0);
    pong(0);
    expect(connection.query).toBe('session=t&heard=2');
    connection.closed();
    goesOn(0);
    connection.heard(note, 0);
    expect(connection.query).toBe('session=t&heard=3');
    // A new session counts from the start.
    connection.closed();
    begins();
    expect(connection.query).toBe('session=t&heard=0');
  });

  it('that the server has forgotten starts over: harmless requests are repeated, the rest is returned', () => {
    begins();
    for (const message of [move, games, undo, open]) connection.send(message);
    connection.closed();
    heard = [];
    expect(begins(hear, [open])).toEqual([move, undo]);
    expect(heard).toEqual([open, games]);
  });
});

describe('heartbeats', () => {
  /** Calls `beat` twice a second between two times. Returns when it sent heartbeats, and when it gave up. */
  const look = (from: number, to: number) => {
    const found: [string, number][] = [];
    for (let now = from; now <= to; now += 500) {
      const beat = connection.beat(now);
      if (beat) found.push([beat, now]);
    }
    return found;
  };

  beforeEach(() => {
    connection.began(0);
    begins();
    connection.heard(note, 0);
  });

  it('are sent when the server is silent', () => {
    expect(look(500, 4000)).toEqual([['ping', 3500]]);
    expect(heard).toEqual([{ type: 'ping', heard: 1 }]);
    pong(0, 3600);
    expect(look(4500, 7500)).toEqual([['ping', 7500]]);
  });

  it('detect a frozen server within ten seconds', () => {
    const [, dead] = look(500, 20_000);
    expect(dead[0]).toBe('dead');
    expect(dead[1]).toBeLessThan(10_000);
  });

  it('are not sent while messages arrive', () => {
    for (let now = 500; now < 30_000; now += 500) {
      connection.heard(note, now);
      expect(connection.beat(now)).toBeNull();
    }
  });

  it('are not expected of a page that was asleep', () => {
    look(500, 3500);
    expect(connection.beat(3_600_000)).toBe('ping');
    pong(0, 3_600_100);
    expect(connection.beat(3_600_500)).toBeNull();
  });

  it('are expected of a connection that is being made', () => {
    connection.closed();
    connection.began(60_000);
    expect(look(60_500, 80_000)[0]).toEqual(['dead', 70_000]);
  });
});

describe('the pauses between attempts', () => {
  it('grow up to five seconds', () => {
    expect(Array.from({ length: 7 }, () => connection.closed())).toEqual([
      300, 600, 1200, 2500, 5000, 5000, 5000,
    ]);
  });

  it('start over after a success', () => {
    connection.closed();
    connection.closed();
    begins();
    expect(connection.closed()).toBe(300);
  });

  it('still refuse requests when not even the first attempt succeeded', () => {
    connection.closed();
    expect(connection.send(move)).toBe('refused');
  });
});
