import type { CollectionFailure } from '../collection';

/** A refused request about the collection, with a code instead of a text. */
export class Refused extends Error {
  constructor(readonly failure: CollectionFailure) {
    super(failure.code);
  }
}

/** The host does not answer. */
export const unreachable = (): Refused => new Refused({ code: 'database', detail: '' });
