/** Reads a stream in portions of requested lengths. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  /** The received bytes that have not been returned yet. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(content: AsyncIterable<Buffer>) {
    this.#chunks = content[Symbol.asyncIterator]();
  }

  /** The next bytes; fewer where the stream ends. */
  async read(length: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    let missing = length;
    for (;;) {
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      parts.push(part);
      missing -= part.length;
      if (missing === 0) break;
      const next = await this.#chunks.next();
      if (next.done === true) break;
      this.#rest = next.value;
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  /** Stops reading and closes the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
