import { isJsonObject, parseJson, type JsonObject } from '#kernel/json.ts';

/** Regroups rows: callers take any number of rows, whatever the size of the batches. */
export class RowReader {
  readonly #batches: AsyncIterator<readonly string[]>;
  #pending: readonly string[] = [];

  /** The rows are JSON objects as text, in batches. */
  constructor(batches: AsyncIterable<readonly string[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** Whether rows remain. */
  async hasMore(): Promise<boolean> {
    while (this.#pending.length === 0) {
      const next = await this.#batches.next();
      if (next.done) return false;
      this.#pending = next.value;
    }
    return true;
  }

  /** Takes the next rows, at most `limit`; none at the end. */
  async take(limit: number): Promise<readonly JsonObject[]> {
    await this.hasMore();
    const taken = this.#pending.slice(0, limit);
    this.#pending = this.#pending.slice(limit);
    return taken.map((text) => {
      const row = parseJson(text);
      return isJsonObject(row) ? row : {};
    });
  }

  /** Ends the source of the rows, even when rows remain. */
  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}
