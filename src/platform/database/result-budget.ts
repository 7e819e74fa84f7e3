import { CatalogError } from '#kernel/fail.ts';
import { maxAnswerMebibytes } from '#kernel/json-text.ts';

/** The number of bytes that the result of a statement, or the results of all statements of an operation together, may take. */
export class ResultBudget {
  #bytesLeft: number;

  /** Default: the maximum of an answer. */
  constructor(bytes = maxAnswerMebibytes * 1024 * 1024) {
    this.#bytesLeft = bytes;
  }

  /** The bytes that may still be spent. */
  get bytesLeft(): number {
    return Math.max(0, this.#bytesLeft);
  }

  /** Spends bytes of the budget. Returns the error ANSWER_TOO_LARGE when more bytes are spent than the budget has. */
  spend(bytes: number): CatalogError | undefined {
    this.#bytesLeft -= bytes;
    return this.#bytesLeft < 0 ? new CatalogError('ANSWER_TOO_LARGE', { limit: maxAnswerMebibytes }) : undefined;
  }
}
