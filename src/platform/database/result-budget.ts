import { CatalogError } from '../../kernel/fail.ts';

/** The maximum size of the result of a statement, and of the results of all statements of an operation together, in MiB. */
export const maxResultMebibytes = 32;

/** The number of bytes that the results of several statements may take together. */
export class ResultBudget {
  #bytesLeft = maxResultMebibytes * 1024 * 1024;

  /** Spends bytes of the budget. Returns the error ANSWER_TOO_LARGE when more bytes are spent than the budget has. */
  spend(bytes: number): CatalogError | undefined {
    this.#bytesLeft -= bytes;
    return this.#bytesLeft < 0 ? new CatalogError('ANSWER_TOO_LARGE', { limit: maxResultMebibytes }) : undefined;
  }
}
