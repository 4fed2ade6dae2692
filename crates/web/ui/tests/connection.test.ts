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
/** A new conversation begins. */
const begins = (transmit = hear, greeting: ClientMessage[] = []) => {
  connection.opened(transmit);
  return connection.session({ token: 't', resumed: false, handled: 0 }, greeting);
};
/** The conversation goes on; so much of ours has arrived. */
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
  it('keeps what people ask for and sends it in order, after the greeting', () => {
    expect(connection.state).toBe('connecting');
    expect([connection.send(move), connection.send(undo)]).toEqual(['waits', 'waits']);
    begins(hear, [open]);
    expect(heard).toEqual([open, move, undo]);
    expect(connection.state).toBe('open');
  });

  it('sends nothing before the server has said where the conversation stands', () => {
    connection.opened(hear);
    expect([connection.send(move), connection.state]).toEqual(['waits', 'connecting']);
    expect(heard).toEqual([]);
  });

  it('drops what is requested again anyway', () => {
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

  it('refuses what a closing socket does not take, rather than playing it later', () => {
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

  it('refuses what people ask for and never plays it later', () => {
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

describe('a conversation that goes on', () => {
  it('says again what has not arrived, and only that', () => {
    begins();
    for (const message of [move, undo, games]) connection.send(message);
    connection.closed();
    heard = [];
    expect(goesOn(1)).toEqual([]);
    expect(heard).toEqual([undo, games]);
  });

  it('forgets what was confirmed', () => {
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

  it('says how much it has heard, signs of life not counted', () => {
    expect(connection.query).toBe('session=&heard=0');
    begins();
    for (const message of [note, note]) connection.heard(message, 0);
    pong(0);
    expect(connection.query).toBe('session=t&heard=2');
    connection.closed();
    goesOn(0);
    connection.heard(note, 0);
    expect(connection.query).toBe('session=t&heard=3');
    // A new one counts from the start.
    connection.closed();
    begins();
    expect(connection.query).toBe('session=t&heard=0');
  });

  it('that the server has forgotten starts over: what changes nothing is asked again, the rest is returned', () => {
    begins();
    for (const message of [move, games, undo, open]) connection.send(message);
    connection.closed();
    heard = [];
    expect(begins(hear, [open])).toEqual([move, undo]);
    expect(heard).toEqual([open, games]);
  });
});

describe('signs of life', () => {
  /** Looks twice a second from one moment to another; when it asked for a sign of life, and when it gave up. */
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

  it('are asked for when it is quiet', () => {
    expect(look(500, 4000)).toEqual([['ping', 3500]]);
    expect(heard).toEqual([{ type: 'ping', heard: 1 }]);
    pong(0, 3600);
    expect(look(4500, 7500)).toEqual([['ping', 7500]]);
  });

  it('are missed within ten seconds when the server is frozen', () => {
    const [, dead] = look(500, 20_000);
    expect(dead[0]).toBe('dead');
    expect(dead[1]).toBeLessThan(10_000);
  });

  it('are not asked for while others talk', () => {
    for (let now = 500; now < 30_000; now += 500) {
      connection.heard(note, now);
      expect(connection.beat(now)).toBeNull();
    }
  });

  it('are not missed by a page that was asleep', () => {
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

  it('still refuse what people ask for when not even the first attempt succeeded', () => {
    connection.closed();
    expect(connection.send(move)).toBe('refused');
  });
});
