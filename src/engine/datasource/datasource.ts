import { addAbortSignal, pipeline, type Readable, Transform } from 'node:stream';
import { CatalogError } from '#kernel/fail.ts';
import { untilAborted } from '#kernel/concurrency.ts';
import { TemporaryFile } from '#platform/storage/temporary-file.ts';
import { limitBytes } from '../extractors/batches.ts';

/** An open source with its name, media type and size. */
export interface DatasourceStream {
  readonly filename: string;
  readonly mimetype: string | null;
  /** The size of the content, in bytes; null when it is unknown before the end. */
  readonly size: number | null;
  /** The content from its beginning. The caller destroys the stream. */
  readonly content: Readable;
  /** The number of bytes received so far. Present when `content` is decoded from a content encoding, and its length therefore differs. */
  readonly receivedBytes?: (() => number) | undefined;
}

/** Opens a datasource of any kind. */
export interface DatasourceReader {
  /** Whether opening the datasource again returns the same bytes; false by default. */
  readonly isRepeatable?: boolean;
  /**
   * Opens the source from its beginning. `signal` ends a slow opening. Fails SOURCE_REFUSED when its address must not be reached,
   * SOURCE_FAILED when it cannot be read, and FILE_MISSING when its uploaded file is no longer stored.
   */
  openStream(signal: AbortSignal): Promise<DatasourceStream>;
}

/** The minimum rate of a source: a slower source would hold a semaphore that other runs wait for. */
interface MinimumRate {
  readonly bytes: number;
  /** The time within which these bytes must arrive, in seconds. Time during which the reader is busy does not count. */
  readonly seconds: number;
}

const defaultRate: MinimumRate = { bytes: 60_000, seconds: 60 };

/** An open source whose reader can tell what it waits for. */
interface MeteredStream extends DatasourceStream {
  /** Whether the reader has taken what arrived and waits for more. */
  readonly isWaiting: () => boolean;
}

/** How often the rate of a stream is checked within the time of a minimum rate. */
const checksPerWindow = 60;

/**
 * Opens a source. `onBytes` is called with the number of bytes just received, before any content encoding is decoded, and with the
 * size of the whole source. The signal ends opening and reading. The content fails SOURCE_FAILED when it arrives too slowly.
 */
export async function openMetered(
  source: DatasourceReader,
  signal: AbortSignal,
  onBytes: (bytes: number, size: number | null) => void,
  rate = defaultRate,
): Promise<MeteredStream> {
  const open = await untilAborted(
    signal,
    () => source.openStream(signal),
    (late) => late.content.destroy(),
  );
  const { content, size, receivedBytes } = open;
  addAbortSignal(signal, content);
  let receivedLength = 0;
  let reported = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      receivedLength += chunk.length;
      const received = receivedBytes?.() ?? receivedLength;
      onBytes(received - reported, size);
      reported = received;
      done(null, chunk);
    },
    destroy(error, done) {
      clearInterval(rateCheck);
      content.destroy();
      done(error);
    },
  });
  const isWaiting = (): boolean => meter.readableLength <= maxHeldBytes && !meter.writableEnded && !meter.destroyed;
  const rateCheck = setInterval(
    createRateCheck(meter, rate, { isWaiting, receivedLength: () => receivedLength }),
    (rate.seconds * 1_000) / checksPerWindow,
  );
  // A failure of either stream is thrown to the reader of the meter.
  return { ...open, content: pipeline(content, meter, () => undefined), isWaiting };
}

/** The number of bytes that a reader may leave while it waits for more, to see how a file begins. */
const maxHeldBytes = 1_024;

/** Creates a check that ends the stream once it has waited for its source longer than the rate allows. Checks while the reader is busy do not count. */
function createRateCheck(
  meter: Transform,
  { bytes, seconds }: MinimumRate,
  { isWaiting, receivedLength }: Pick<MeteredStream, 'isWaiting'> & { readonly receivedLength: () => number },
): () => void {
  let waitingChecks = 0;
  let checkedBytes = 0;
  return () => {
    if (!isWaiting()) return;
    waitingChecks += 1;
    if (waitingChecks < checksPerWindow) return;
    const sent = receivedLength() - checkedBytes;
    if (sent < bytes)
      meter.destroy(
        new CatalogError('SOURCE_FAILED', {
          reason: `it is too slow: it sent ${sent} bytes in ${seconds} seconds, but at least ${bytes} are required.`,
        }),
      );
    waitingChecks = 0;
    checkedBytes = receivedLength();
  };
}

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

/**
 * A source that returns the same bytes when it is opened again: the bytes are spooled to a temporary file while they are read. When the
 * source is too large for the file or for the disk, or was not read to its end, the source itself is opened again instead.
 */
export class SpooledDatasource implements DatasourceReader {
  readonly isRepeatable = true;
  readonly #source: DatasourceReader;
  #file: TemporaryFile | undefined;
  /** The source whose bytes the file has, all of them; undefined until it was read to its end. */
  #spooled: DatasourceStream | undefined;

  constructor(source: DatasourceReader) {
    this.#source = source;
  }

  /** Opens the spooled bytes if the source was read to its end, else the source. Fails as the source does. */
  async openStream(signal: AbortSignal): Promise<DatasourceStream> {
    if (this.#spooled && this.#file) return { ...this.#spooled, content: this.#file.openStream() };
    if (this.#source.isRepeatable === true) return this.#source.openStream(signal);
    // An earlier reading that ended before the end of the source left a part of the bytes.
    await this.close();
    // The file is created before the source is opened: an error of the source's stream would go unnoticed while the file is created.
    this.#file = await TemporaryFile.create().catch(() => undefined);
    const stream = await this.#source.openStream(signal);
    return { ...stream, content: this.#passAndSpool(stream, this.#file) };
  }

  /** Deletes the spooled bytes. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  /** Passes the content on, and appends each chunk to the file first. */
  #passAndSpool(stream: DatasourceStream, file: TemporaryFile | undefined): Readable {
    const { content } = stream;
    const spooler = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#spool(chunk, file).then(() => {
          done(null, chunk);
        }, done);
      },
      flush: (done) => {
        if (file && file === this.#file) this.#spooled = stream;
        done();
      },
      destroy(error, done) {
        content.destroy();
        done(error);
      },
    });
    return pipeline(content, spooler, () => undefined);
  }

  /** Appends a chunk to the file, unless it was closed. A failure only ends the spooling, not the reading. */
  async #spool(chunk: Buffer, file: TemporaryFile | undefined): Promise<void> {
    if (!file || file !== this.#file) return;
    const fits = file.size + chunk.length <= maxFileSize;
    const isKept =
      fits &&
      (await file
        .append(chunk)
        .then(() => true)
        .catch(() => false));
    if (!isKept && file === this.#file) await this.close();
  }
}

/** The maximum number of bytes of one source that are kept on disk. */
const maxFileSize = 4 * 2 ** 30;

/** Writes a source to disk. Fails EXTRACTION_FAILED beyond `maxBytes`. */
export const writeTemporaryFile = (content: AsyncIterable<Buffer>, maxBytes = maxFileSize): Promise<TemporaryFile> =>
  TemporaryFile.write(limitBytes(content, maxBytes));
