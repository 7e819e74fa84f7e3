import { CatalogError } from '../../kernel/fail.ts';

/** The largest result of a statement, and of all statements of a request together, in MiB. */
export const maxResultMebibytes = 32;

/** What the results of several statements may take together. */
export class ResultBudget {
  #bytesLeft = maxResultMebibytes * 1024 * 1024;

  /** Spends bytes. Returns the error ANSWER_TOO_LARGE when nothing is left. */
  spend(bytes: number): CatalogError | undefined {
    this.#bytesLeft -= bytes;
    return this.#bytesLeft < 0 ? new CatalogError('ANSWER_TOO_LARGE', { limit: maxResultMebibytes }) : undefined;
  }
}
