import { createReadStream } from 'node:fs';
import type { Platform } from '#api/platform.ts';
import { keepBlob } from '#blobs/index.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import type { Column, GenerationWriter, LineBatch } from '#platform/columns/column-engine.ts';
import { CsvLineWriter } from '#platform/columns/csv-line-writer.ts';
import { ExtentBuilder, type GeographicExtent } from '../extent/geographic-extent.ts';
import { assignColumns, columnsOf, type PublishedField, type RecordField, technicalColumns } from '../record-field.ts';
import { type EncoderOptions, RecordEncoder, type RecordIdentity, recordIdentityOf } from '../table/record-encoder.ts';
import type { RecordSummary } from '../summary/record-summary.ts';
import { storedFormOf } from '../table/stored-form.ts';

/** What lines contain besides the values of records; `madeAt` is when the records are made, unless `add` names another time. */
type LineOptions = Omit<EncoderOptions, 'extent'>;

/** What writing a file needs. */
type App = Pick<Platform, 'columnEngine' | 'storage' | 'db' | 'secrets'>;

/** The records that a writer has stored. */
export interface WrittenRecords {
  /** The key of the file; null without records. */
  readonly file: string | null;
  readonly recordCount: number;
  readonly fields: readonly RecordField[];
  readonly extent: GeographicExtent;
}

/**
 * Writes the records of a generation to a file. Added records wait as lines until they are loaded, one load after another. The writer must be
 * closed.
 */
export class GenerationFileWriter {
  readonly #app: App;
  readonly #identity: RecordIdentity;
  readonly #lines: RecordLines;
  /** The columns that have been taken before the first line. */
  #columns: Column[] = [];
  #writer: GenerationWriter | undefined;

  constructor(app: App, datasetUid: string, options: Omit<LineOptions, 'identity'>) {
    this.#app = app;
    this.#identity = recordIdentityOf(app.secrets, datasetUid);
    this.#lines = new RecordLines({ ...options, identity: this.#identity });
  }

  /** The number of records added. */
  get received(): number {
    return this.#lines.received;
  }

  /** The bytes of the lines that wait for a load. */
  get waiting(): number {
    return this.#lines.waiting;
  }

  /** The fields of the records added. */
  get fields(): readonly RecordField[] {
    return this.#lines.fields;
  }

  /** Adds records with these fields, which include all fields of the records added before. */
  add(records: readonly DataRecord[], fields: readonly PublishedField[], madeAt?: Date): void {
    this.#lines.add(records, fields, madeAt);
  }

  /** Adds fields. */
  extend(fields: readonly PublishedField[]): void {
    this.#lines.extend(fields);
  }

  /**
   * Loads the waiting records into the file. Fails STORAGE_FULL, UNAVAILABLE, and EXTRACTION_FAILED for records with more fields than the engine
   * has memory for.
   */
  load(): Promise<void> {
    return this.#describeFailure(() => this.#load());
  }

  async #load(): Promise<void> {
    for (const { added, lines } of this.#lines.take()) {
      if (this.#writer) {
        if (added.length > 0) await this.#writer.addColumns(added);
      } else {
        this.#columns.push(...added);
        if (lines.length > 0) this.#writer = await this.#app.columnEngine.createWriter(this.#columns);
      }
      if (lines.length > 0) await this.#writer?.load(lines);
    }
  }

  /** Loads what waits, and stores the file. If no generation refers to the file within a day, it is removed. Fails as `load` does. */
  async finish(signal: AbortSignal): Promise<WrittenRecords> {
    await this.load();
    const writer = this.#writer;
    const file = writer ? await this.#describeFailure(() => this.#store(writer, signal)) : null;
    const { fields, extent, received: recordCount } = this.#lines;
    return { file, fields, extent, recordCount };
  }

  async #store(writer: GenerationWriter, signal: AbortSignal): Promise<string> {
    const written = await writer.finish({
      identify: (repeated) => repeated.map(({ id, n }) => this.#identity.repeatedIdOf(id, n)),
      signal,
      form: storedFormOf(this.fields),
    });
    signal.throwIfAborted();
    const { key } = await storeGenerationFile(this.#app, written.path);
    await written.adopt(key);
    return key;
  }

  async #describeFailure<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof CatalogError && error.code === 'QUERY_TOO_LARGE')
        fail('EXTRACTION_FAILED', {
          reason: `there is not enough memory to write records with ${this.fields.length} fields; remove fields, or split the dataset`,
        });
      throw error;
    }
  }

  /** Removes what was not stored. */
  async close(): Promise<void> {
    await this.#writer?.close();
  }
}

/** Stores the file of a generation. If no generation refers to it within a day, it is removed. */
export const storeGenerationFile = (
  app: Pick<Platform, 'storage' | 'db'>,
  path: string,
): Promise<{ readonly key: string }> =>
  app.storage.write(createReadStream(path), { limit: Infinity, beforeStore: (key) => keepBlob(app, key) });

/** Makes a generation consist of the records of its writer; more conditions may follow the statement. Without a summary, a job summarizes them later. */
export const setWrittenRecords = (
  generation: number | string,
  { file, recordCount, fields, extent, summary }: WrittenRecords & { readonly summary?: RecordSummary },
): Sql => sql`
  update generation set file = ${file}, file_count = ${recordCount}::bigint, record_count = ${recordCount}::bigint,
    fields = ${JSON.stringify(fields)}::jsonb, extent = ${JSON.stringify(extent)}::jsonb,
    summary = ${summary ? JSON.stringify(summary) : null}::jsonb
  where id = ${generation}::bigint`;

/** The number of bytes of lines that are collected in one buffer. */
const pieceLength = 64 * 1024;

/** Lines with the same columns. */
interface LineSegment {
  /** The columns that these lines have and the lines before have not. */
  readonly added: readonly Column[];
  readonly lines: readonly LineBatch[];
}

/** Collects the records of a generation as lines, with the columns that their fields need. */
export class RecordLines {
  readonly #options: LineOptions;
  readonly #extent = new ExtentBuilder();
  #madeAt: Date;
  #fields: readonly RecordField[] = [];
  #encoder: RecordEncoder;
  readonly #writer = new CsvLineWriter(2 * pieceLength);
  #segments: { added: readonly Column[]; lines: LineBatch[] }[] = [{ added: technicalColumns, lines: [] }];
  /** The lines in the writer, and the bytes of the longest. */
  #lineCount = 0;
  #maxLineBytes = 0;
  #waiting = 0;
  #received = 0;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#madeAt = options.madeAt;
    this.#encoder = this.#createEncoder();
  }

  /** The number of records received. */
  get received(): number {
    return this.#received;
  }

  /** The bytes of the lines that `take` has not returned yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The extent of the received records. */
  get extent(): GeographicExtent {
    return this.#extent.extent;
  }

  /** The fields of the records, with their columns. */
  get fields(): readonly RecordField[] {
    return this.#fields;
  }

  /** Adds records with these fields, which include all fields of the records added before. */
  add(records: readonly DataRecord[], fields: readonly PublishedField[], madeAt = this.#madeAt): void {
    if (fields.length !== this.#fields.length) this.extend(fields);
    this.#madeAt = madeAt;
    this.#encoder.madeAt = madeAt;
    for (const record of records) {
      const start = this.#writer.length;
      this.#encoder.writeLine(record, this.#received++, this.#writer);
      this.#lineCount++;
      this.#maxLineBytes = Math.max(this.#maxLineBytes, this.#writer.length - start);
      if (this.#writer.length >= pieceLength) this.#push();
    }
    if (this.#writer.length > 0) this.#push();
  }

  /** Adds columns for new fields. */
  extend(fields: readonly PublishedField[]): void {
    const known = new Set(this.#fields.map(({ name }) => name));
    this.#fields = assignColumns(fields, this.#fields);
    const added = this.#fields.filter(({ name }) => !known.has(name)).flatMap(columnsOf);
    this.#encoder = this.#createEncoder();
    this.#segments.push({ added, lines: [] });
  }

  /** Returns the lines and columns that were added since the last call, and forgets them. */
  take(): readonly LineSegment[] {
    const segments = this.#segments;
    this.#segments = [{ added: [], lines: [] }];
    this.#waiting = 0;
    return segments;
  }

  #createEncoder(): RecordEncoder {
    return new RecordEncoder(this.#fields, { ...this.#options, madeAt: this.#madeAt, extent: this.#extent });
  }

  #push(): void {
    const bytes = this.#writer.take();
    this.#segments.at(-1)?.lines.push({ bytes, lineCount: this.#lineCount, maxLineBytes: this.#maxLineBytes });
    [this.#lineCount, this.#maxLineBytes] = [0, 0];
    this.#waiting += bytes.length;
  }
}
