import { pipeline, Transform, type Readable } from 'node:stream';
import { TemporaryFile } from '../../platform/storage/temporary-file.ts';
import type { DatasourceStream, DatasourceReader } from './datasource-reader.ts';
import { maxFileSize } from './temporary-file.ts';

/**
 * A source that returns the same bytes when it is opened again: the bytes are spooled to a temporary file while they are read. When the
 * source is too large for the file or for the disk, the source itself is opened again instead.
 */
export class SpooledDatasource implements DatasourceReader {
  readonly isRepeatable = true;
  readonly #source: DatasourceReader;
  #file: TemporaryFile | undefined;
  #spooled: DatasourceStream | undefined;

  constructor(source: DatasourceReader) {
    this.#source = source;
  }

  /** Opens the spooled bytes if there are any, else the source. Fails as the source does. */
  async openStream(signal: AbortSignal): Promise<DatasourceStream> {
    if (this.#spooled && this.#file) return { ...this.#spooled, content: this.#file.openStream() };
    if (this.#source.isRepeatable === true) return this.#source.openStream(signal);
    // The file is created before the source is opened: an error of the source's stream would go unnoticed while the file is created.
    this.#file ??= await TemporaryFile.create().catch(() => undefined);
    const stream = await this.#source.openStream(signal);
    this.#spooled = stream;
    return { ...stream, content: this.#passAndSpool(stream.content) };
  }

  /** Deletes the spooled bytes. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  /** Passes the content on, and appends each chunk to the file first. */
  #passAndSpool(content: Readable): Readable {
    const spooler = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#spool(chunk).then(() => {
          done(null, chunk);
        }, done);
      },
      destroy(error, done) {
        content.destroy();
        done(error);
      },
    });
    return pipeline(content, spooler, () => undefined);
  }

  /** Appends a chunk to the file. A failure only ends the spooling, not the reading. */
  async #spool(chunk: Buffer): Promise<void> {
    if (!this.#file) return;
    const isTooLarge = this.#file.size + chunk.length > maxFileSize;
    await (isTooLarge ? this.close() : this.#file.append(chunk)).catch(() => this.close());
  }
}
