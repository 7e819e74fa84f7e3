import type { ParameterValues, Sql } from '#kernel/sql.ts';

/**
 * What a part of a request keeps for a later part that no call connects with it. A request has one, which its transactions and the copies that
 * Apollo makes of its context share.
 */
export interface RequestState {
  /** The stream that the operation prepared. The REST layer sends it after the operation has returned. */
  preparedStream?: PreparedStream;
  /** The result of a mutation whose answer is not complete yet, so that graphql-js does not run the mutation again when the plan of its payload fails. */
  stashedResult?: Promise<unknown> | undefined;
  /** Whether no plan answers the operation: it is planned once. */
  isLeftToResolvers: boolean;
  /**
   * The uid of the object that the request has changed last. The payload of the change shows the object: the caller has proven the right to read
   * it under the lock, and may have lost it since. Undefined after a change that itself may have removed rights of the caller.
   */
  changedUid: string | undefined;
  /** The quotas that are left after the counted calls of the request, even where such a call was refused, for the headers of the answer. */
  readonly quotas: Map<QuotaScope, CountedQuota>;
  /** Whether the request counted its call on a dataset, whether or not the caller has a quota. */
  hasDatasetCall: boolean;
  /** The attempts to submit a form that were counted before the content of the request was received, by the form's slug, until one is used. */
  readonly attempts: Map<string, 'unused' | 'used'>;
  /** The reads of records, by kind. */
  readonly reads: Map<string, CountedReads>;
}

/** The state of a request that begins. */
export const createRequestState = (): RequestState => ({
  isLeftToResolvers: false,
  changedUid: undefined,
  quotas: new Map(),
  hasDatasetCall: false,
  attempts: new Map(),
  reads: new Map(),
});

/** A stream that is being sent. */
export interface OpenStream {
  readonly chunks: AsyncIterable<string | Uint8Array>;
  /** Frees what the stream holds, whether or not it was read. */
  readonly close: () => void;
}

/** A stream that an operation prepared. It holds no resources until it is opened. */
export interface PreparedStream {
  /** Identifies the content: two streams with the same tag have the same bytes. Absent when only reading the content could tell. */
  readonly tag?: string;
  /** Opens the stream as soon as its caller may use a connection. Fails where too many streams are open. */
  readonly open: () => Promise<OpenStream>;
}

/** A caller's quota of calls, and how many calls are left. */
export interface CountedQuota {
  readonly unit: string;
  /** The number of calls in one period. */
  readonly limit: number;
  readonly remaining: number;
  /** When the next period begins. */
  readonly resetsAt: string;
}

/** What a quota limits: calls on one dataset, or all calls of the Explore API. */
export type QuotaScope = 'dataset' | 'domain';

/** Counts the different reads of one kind. They are compared only where there are more than the limit, because writing a statement costs as much as a small read. */
export class CountedReads {
  readonly #limit: number;
  #keys: Set<string> | undefined;
  readonly #reads: (() => string)[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a read by the function that computes its key; returns the number of different reads where that may exceed the limit. */
  add(keyOf: () => string): number {
    if (!this.#keys && this.#reads.push(keyOf) <= this.#limit) return this.#reads.length;
    this.#keys ??= new Set(this.#reads.map((each) => each()));
    this.#keys.add(keyOf());
    return this.#keys.size;
  }
}

/** Reads the payload of a mutation in the statement that makes its change, which saves a statement that reads it afterwards. */
export interface PayloadReader {
  /** The query of a payload, made by `lazyObject`; undefined where no plan expresses it. */
  queryOf(payload: object): Promise<PayloadQuery | undefined>;
  /** Takes what the query read. The payload is then not read again. */
  take(text: string): void;
}

/** An SQL expression of a payload's text, and the values of its parameters. */
export interface PayloadQuery {
  readonly text: Sql;
  readonly parameters: ParameterValues;
}
