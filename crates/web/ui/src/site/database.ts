// The games of this browser, in IndexedDB. It stores texts for the host of the tables, which interprets them.

/**
 * The requests of the host and their answers; the same as `Question` and `Answer` in crates/site/src/messages.rs.
 */
export type Question =
  | { ask: 'append'; id: string; first: number; events: string[]; row: string; played_at: number | null }
  | { ask: 'load'; id: string }
  | { ask: 'rows' }
  | { ask: 'collect'; texts: string[] }
  | { ask: 'collection' }
  | { ask: 'delete'; id: string }
  | { ask: 'remember'; name: string; first: string };

export type Answer =
  | { answer: 'stored' }
  | { answer: 'deleted' }
  | { answer: 'missing'; stored: number }
  | { answer: 'game'; game: { updated: number; events: string[] } | null }
  | { answer: 'rows'; rows: { number: number; updated: number; row: string }[] }
  | { answer: 'numbers'; numbers: number[] }
  | { answer: 'collection'; games: [number, string][] }
  | { answer: 'forgotten'; was_there: boolean }
  | { answer: 'value'; value: string }
  | { answer: 'failed'; full: boolean; detail: string };

interface Game {
  number?: number;
  id: string;
  n_events: number;
  updated: number;
  row: string;
}

const VERSION = 2;

/** Opens the database, and creates it if necessary. */
function open(): Promise<IDBDatabase> {
  return new Promise((done, failed) => {
    const request = indexedDB.open('parlor', VERSION);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        const games = request.result.createObjectStore('games', { keyPath: 'number', autoIncrement: true });
        games.createIndex('id', 'id', { unique: true });
        request.result.createObjectStore('events');
        request.result.createObjectStore('forgotten');
        request.result.createObjectStore('values');
      }
      if (oldVersion < 2) request.result.createObjectStore('collection', { autoIncrement: true });
    };
    request.onsuccess = () => {
      // A newer page in another tab may need a newer version.
      request.result.onversionchange = () => request.result.close();
      done(request.result);
    };
    request.onerror = () => failed(request.error ?? new Error('the database cannot be opened'));
    request.onblocked = () => failed(new Error('another tab keeps an older version of the database'));
  });
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error ?? new Error('the database failed'));
  });
}

/** The range of the keys of a game's events. */
const eventsOf = (number: number) => IDBKeyRange.bound([number, 0], [number, Infinity]);

export class Database {
  #opened: Promise<IDBDatabase> | null = null;

  /** Answers a request. Written data is on the disk before this resolves. */
  async answer(question: Question): Promise<Answer> {
    try {
      return await this.#answer(question);
    } catch (error) {
      // A connection that has failed is not reused.
      this.#opened = null;
      const { name, message } = error as DOMException;
      return { answer: 'failed', full: name === 'QuotaExceededError', detail: message || name };
    }
  }

  async #answer(question: Question): Promise<Answer> {
    switch (question.ask) {
      case 'append':
        return this.#within('readwrite', ['games', 'events', 'forgotten'], (stores) =>
          append(stores, question),
        );
      case 'load':
        return this.#within('readonly', ['games', 'events'], async ({ games, events }) => {
          const game = await find(games, question.id);
          if (!game) return { answer: 'game', game: null };
          const texts = (await result(events.getAll(eventsOf(game.number!)))) as string[];
          return { answer: 'game', game: { updated: game.updated, events: texts } };
        });
      case 'rows':
        return this.#within('readonly', ['games'], async ({ games }) => {
          const all = (await result(games.getAll())) as Game[];
          const rows = all.map(({ number, updated, row }) => ({ number: number!, updated, row }));
          return { answer: 'rows', rows };
        });
      case 'collect':
        return this.#within('readwrite', ['collection'], async ({ collection }) => {
          const keys = await Promise.all(question.texts.map((text) => result(collection.add(text))));
          return { answer: 'numbers', numbers: keys.map(Number) };
        });
      case 'collection':
        return this.#within('readonly', ['collection'], async ({ collection }) => {
          const [keys, texts] = await Promise.all([
            result(collection.getAllKeys()),
            result(collection.getAll()),
          ]);
          const games = keys.map((key, index): [number, string] => [Number(key), texts[index] as string]);
          return { answer: 'collection', games };
        });
      case 'delete':
        return this.#within('readwrite', ['games', 'events', 'forgotten'], async (stores) => {
          const game = await find(stores.games, question.id);
          if (!game) return { answer: 'forgotten', was_there: false };
          stores.games.delete(game.number!);
          stores.events.delete(eventsOf(game.number!));
          stores.forgotten.put(true, question.id);
          return { answer: 'forgotten', was_there: true };
        });
      case 'remember':
        return this.#within('readwrite', ['values'], async ({ values }) => {
          const known = (await result(values.get(question.name))) as string | undefined;
          if (known === undefined) values.put(question.first, question.name);
          return { answer: 'value', value: known ?? question.first };
        });
    }
  }

  /** Runs one transaction, all or nothing, and waits until it is on the disk. */
  async #within<T>(
    mode: IDBTransactionMode,
    names: string[],
    work: (stores: Record<string, IDBObjectStore>) => Promise<T>,
  ): Promise<T> {
    this.#opened ??= open();
    const database = await this.#opened;
    const transaction = database.transaction(names, mode, { durability: 'strict' });
    const ended = new Promise<void>((done, failed) => {
      transaction.oncomplete = () => done();
      transaction.onabort = () => failed(transaction.error ?? new Error('the database gave up'));
    });
    const stores = Object.fromEntries(names.map((name) => [name, transaction.objectStore(name)]));
    try {
      const [answer] = await Promise.all([work(stores), ended]);
      return answer;
    } catch (error) {
      // A transaction that has already ended cannot be aborted.
      try {
        transaction.abort();
      } catch {
        /* it has ended */
      }
      throw error;
    }
  }
}

function find(games: IDBObjectStore, id: string): Promise<Game | undefined> {
  return result(games.index('id').get(id)) as Promise<Game | undefined>;
}

async function append(
  { games, events, forgotten }: Record<string, IDBObjectStore>,
  question: Extract<Question, { ask: 'append' }>,
): Promise<Answer> {
  const { id, first, row } = question;
  let game = await find(games, id);
  if (!game) {
    const isForgotten = (await result(forgotten.getKey(id))) !== undefined;
    if (isForgotten || first !== 1) return { answer: 'deleted' };
    game = { id, n_events: 0, updated: 0, row };
    game.number = Number(await result(games.add(game)));
  }
  const stored = game.n_events;
  if (first > stored + 1) return { answer: 'missing', stored };
  question.events.forEach((event, index) => {
    const sequence = first + index;
    if (sequence > stored) events.add(event, [game.number!, sequence]);
  });
  const n_events = Math.max(stored, first + question.events.length - 1);
  games.put({ ...game, n_events, row, updated: question.played_at ?? Date.now() });
  return { answer: 'stored' };
}
