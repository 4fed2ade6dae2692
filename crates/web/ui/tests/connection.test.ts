import { beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../src/lib/connection';
import type { ClientMessage } from '../src/wire';

const move: ClientMessage = { type: 'play', ply: 3, text: 'd3' };
const join: ClientMessage = { type: 'join', room: 'tea' };
const undo: ClientMessage = { type: 'undo' };
const games: ClientMessage = { type: 'games', search: '', after: null };
const open: ClientMessage = { type: 'open', game: 'abc', seat: null };

let connection: Connection;
let heard: ClientMessage[];
const hear = (message: ClientMessage) => {
  heard.push(message);
  return true;
};
beforeEach(() => {
  connection = new Connection();
  heard = [];
});

describe('before the first connection', () => {
  it('keeps what people ask for and sends it in order, after the greeting', () => {
    expect(connection.state).toBe('connecting');
    expect([connection.send(move), connection.send(undo)]).toEqual(['waits', 'waits']);
    connection.opened(hear, [open]);
    expect(heard).toEqual([open, move, undo]);
    expect(connection.state).toBe('open');
  });

  it('sends what has waited only once', () => {
    connection.send(move);
    connection.opened(hear, []);
    connection.closed();
    connection.opened(hear, []);
    expect(heard).toEqual([move]);
  });

  it('drops what is asked anew anyway', () => {
    expect([connection.send(games), connection.send(open)]).toEqual(['dropped', 'dropped']);
    connection.opened(hear, []);
    expect(heard).toEqual([]);
  });
});

describe('an open connection', () => {
  it('sends at once', () => {
    connection.opened(hear, []);
    expect([connection.send(move), connection.send(games)]).toEqual(['sent', 'sent']);
    expect(heard).toEqual([move, games]);
  });

  it('refuses what a closing socket does not take, rather than playing it later', () => {
    connection.opened(() => false, []);
    expect(connection.send(move)).toBe('refused');
    expect(connection.send(games)).toBe('dropped');
    connection.opened(hear, []);
    expect(heard).toEqual([]);
  });
});

describe('a lost connection', () => {
  beforeEach(() => {
    connection.opened(hear, []);
    connection.closed();
  });

  it('refuses what people ask for and never plays it later', () => {
    expect(connection.state).toBe('lost');
    expect(connection.send(move)).toBe('refused');
    connection.opened(hear, [open]);
    expect(heard).toEqual([open]);
  });

  it('lets a wish to join a room wait', () => {
    expect(connection.send(join)).toBe('waits');
    connection.opened(hear, [open]);
    expect(heard).toEqual([open, join]);
  });

  it('keeps a wish to join for the next connection when this one closes during the greeting', () => {
    connection.send(join);
    connection.opened(() => false, [open]);
    connection.closed();
    connection.opened(hear, [open]);
    expect(heard).toEqual([open, join]);
  });
});

describe('the pauses between attempts', () => {
  it('grow up to five seconds', () => {
    expect(Array.from({ length: 7 }, () => connection.closed())).toEqual([
      300, 600, 1200, 2500, 5000, 5000, 5000,
    ]);
  });

  it('begin anew after a success', () => {
    connection.closed();
    connection.closed();
    connection.opened(hear, []);
    expect(connection.closed()).toBe(300);
  });

  it('still refuse what people ask for when not even the first attempt succeeded', () => {
    connection.closed();
    expect(connection.send(move)).toBe('refused');
  });
});
