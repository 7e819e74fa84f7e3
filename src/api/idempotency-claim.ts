import type { DatabaseClient } from '#platform/database/database-client.ts';

/** An answer as it is stored: without the headers that every response gets anew. */
export type StoredAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for an answer without a body. */
  readonly body: string;
};

/** The claim of a running request on its Idempotency-Key. No other request executes under the key while the claim is held. */
export interface IdempotencyClaim {
  /**
   * Records in a transaction that the request changes something, so that it is never executed again once the transaction has committed. Fails
   * IDEMPOTENCY_KEY_IN_USE when another request has claimed the key meanwhile.
   */
  recordChange(tx: DatabaseClient): Promise<void>;
  /**
   * Ends the claim and stores the answer. That of a request which failed without a change is not stored, and the key is free again. Where the
   * answer is undefined or too large, the key stands for a lost answer, if there was a change.
   */
  finish(answer: StoredAnswer | undefined, isFailure: boolean): Promise<void>;
}
