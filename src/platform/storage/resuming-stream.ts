import { Readable } from 'node:stream';

/** Opens the bytes from an offset on. */
export type OpenAt = (offset: number) => Promise<Readable>;

/** How often in a row the source may break off without a byte. */
const maxBreaks = 3;

/**
 * Reads a remote source to its end. Where a connection breaks off, the source is opened again at the next byte: servers close connections
 * whose client pauses, and a download may take hours.
 */
export class ResumingStream extends Readable {
  readonly #openAt: OpenAt;
  #source: Readable;
  #chunks: AsyncIterator<Buffer>;
  #offset: number;
  #breaks = 0;

  private constructor(openAt: OpenAt, source: Readable, offset: number) {
    super();
    this.#openAt = openAt;
    this.#source = source;
    this.#chunks = chunksOf(source);
    this.#offset = offset;
  }

  /** Opens the source at an offset. Fails as the source does. */
  static async open(openAt: OpenAt, offset: number): Promise<ResumingStream> {
    return new ResumingStream(openAt, await openAt(offset), offset);
  }

  override _read(): void {
    this.#nextChunk().then(
      (chunk) => this.push(chunk),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#source.destroy();
    done(error);
  }

  /** The next bytes; null at the end. */
  async #nextChunk(): Promise<Buffer | null> {
    for (;;) {
      try {
        const next = await this.#chunks.next();
        if (next.done === true) return null;
        this.#breaks = 0;
        this.#offset += next.value.length;
        return next.value;
      } catch (error) {
        this.#breaks += 1;
        if (this.destroyed || this.#breaks > maxBreaks) throw error;
        await this.#reopen();
      }
    }
  }

  async #reopen(): Promise<void> {
    this.#source = await this.#openAt(this.#offset);
    this.#chunks = chunksOf(this.#source);
    if (this.destroyed) this.#source.destroy();
  }
}

const chunksOf = (source: Readable): AsyncIterator<Buffer> => {
  const chunks: AsyncIterable<Buffer> = source;
  return chunks[Symbol.asyncIterator]();
};
