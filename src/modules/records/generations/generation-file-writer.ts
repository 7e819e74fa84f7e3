import { createReadStream } from 'node:fs';
import type { Platform } from '#api/platform.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import type { Column, GenerationWriter } from '#platform/columns/column-engine.ts';
import { keepBlob } from '#blobs/index.ts';
import type { GeographicExtent } from '../extent/geographic-extent.ts';
import type { PublishedField, RecordField } from '../record-field.ts';
import { recordIdentityOf, type RecordIdentity } from '../table/record-identity.ts';
import { RecordLines, type LineOptions } from '../table/record-lines.ts';
import { storedFormOf } from '../table/stored-form.ts';

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

/** Makes a generation consist of the records of its writer; more conditions may follow the statement. */
export const setWrittenRecords = (
  generation: number | string,
  { file, recordCount, fields, extent }: WrittenRecords,
): Sql => sql`
  update generation set file = ${file}, file_count = ${recordCount}::bigint, record_count = ${recordCount}::bigint,
    fields = ${JSON.stringify(fields)}::jsonb, extent = ${JSON.stringify(extent)}::jsonb
  where id = ${generation}::bigint`;
