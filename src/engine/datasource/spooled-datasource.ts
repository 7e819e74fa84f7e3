import { pipeline, Transform, type Readable } from 'node:stream';
import { TemporaryFile } from '#platform/storage/temporary-file.ts';
import type { DatasourceStream, DatasourceReader } from './datasource-reader.ts';
import { maxFileSize } from './temporary-file.ts';

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
