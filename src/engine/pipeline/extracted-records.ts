import { fail } from '#kernel/fail.ts';
import { peekBytes } from '../archives/packed-format.ts';
import { unpackFiles } from '../archives/unpack.ts';
import { Columns } from '../records/columns.ts';
import { Declarations } from '../schema/schema.ts';
import {
  extractFile,
  type ExtractionErrors,
  type FileNotes,
  requireSameTable,
  wantedFile,
} from '../extractors/extraction.ts';
import type { StoreFile } from '../extractors/extractor.ts';
import { extractorOf } from '../extractors/registry.ts';
import type { FieldPlan } from '../field-steps.ts';
import { type DatasourceReader, openMetered } from '../datasource/datasource.ts';
import type { RawParams } from '../parameters.ts';
import type { DataRecord } from '../records/record.ts';

/** A source and how its records are read. */
export interface ConfiguredResource {
  readonly source: DatasourceReader;
  /** The type of the extractor. */
  readonly type: string;
  readonly params: RawParams;
}

/** The state that an extraction shares with its run. */
interface ExtractionContext {
  readonly plan: FieldPlan;
  readonly counters: Counters;
  readonly errors: ExtractionErrors;
  readonly notes: FileNotes;
  readonly language: string | undefined;
  readonly signal: AbortSignal;
  /** Whether a source may have no bytes; it then has no records. */
  readonly acceptsEmpty: boolean;
  readonly storeFile: StoreFile | undefined;
}

/** The records of sources, one source after another, with the labels and declared types of their columns. */
export class ExtractedRecords {
  /** The original names by the technical name of the field. */
  readonly labels = new Map<string, string>();
  readonly declarations = new Declarations();
  /** The index of the resource that could not be read. */
  failedResource: number | undefined;
  readonly #resources: readonly ConfiguredResource[];
  readonly #context: ExtractionContext;
  #isWaiting: () => boolean = () => false;
  /** The number of columns of the current source whose labels have been added. */
  #labelledColumns = 0;

  constructor(resources: readonly ConfiguredResource[], context: ExtractionContext) {
    this.#resources = resources;
    this.#context = context;
  }

  /** Whether the bytes of the current source are waited for: when it is opened, and until its end. */
  get isWaiting(): boolean {
    return this.#isWaiting();
  }

  /** The records in batches. Can be read once; the source is closed when the loop ends. Fails EXTRACTION_FAILED, and as sources do. */
  async *batches(): AsyncGenerator<DataRecord[]> {
    const { signal } = this.#context;
    for (const [finished, resource] of this.#resources.entries()) {
      try {
        yield* this.#recordsOf(resource, finished);
      } catch (error) {
        signal.throwIfAborted();
        this.failedResource = finished;
        throw error;
      }
    }
  }

  async *#recordsOf({ source, type, params }: ConfiguredResource, finished: number): AsyncGenerator<DataRecord[]> {
    const { counters, signal, acceptsEmpty, errors, notes, language, storeFile } = this.#context;
    const columns = new Columns();
    this.#labelledColumns = 0;
    const bytesBefore = counters.bytes;
    const extractor = extractorOf(type);
    this.#isWaiting = () => true;
    const stream = await openMetered(source, signal, (bytes, size) => {
      counters.bytes += bytes;
      counters.fractionRead = computeFractionRead({
        sources: this.#resources.length,
        finished,
        read: counters.bytes - bytesBefore,
        size,
      });
    });
    this.#isWaiting = stream.isWaiting;
    try {
      if (extractor.acceptsAnyFile !== true && (await peekBytes(stream.content)).length === 0) {
        if (acceptsEmpty) return;
        fail('EXTRACTION_FAILED', { reason: 'the file is empty: the source sent no data' });
      }
      for await (const { filename, content, siblings = [] } of unpackFiles(
        stream,
        extractor,
        signal,
        wantedFile(extractor, params),
      )) {
        columns.nextFile();
        for await (const records of extractFile(
          { extractor, content, params },
          { filename, columns, signal, storeFile, language },
          { errors, notes },
        )) {
          requireSameTable(columns, filename, siblings);
          this.#addColumns(columns);
          counters.recordsRead += records.length;
          yield records;
          signal.throwIfAborted();
        }
      }
      this.#addColumns(columns);
    } finally {
      this.#isWaiting = () => false;
      stream.content.destroy();
    }
  }

  /** Adds the new columns of a source. Columns of the same technical name in several sources are one field, with the label of the first source. */
  #addColumns(columns: Columns): void {
    const { labels } = columns;
    if (labels.size === this.#labelledColumns) return;
    this.#labelledColumns = labels.size;
    this.declarations.add(columns);
    for (const [original, label] of labels) {
      const name = this.#context.plan.nameOf(original);
      if (name !== undefined && !this.labels.has(name)) this.labels.set(name, label);
    }
  }
}

/** The progress of a run. */
export interface Counters {
  recordsRead: number;
  recordsWritten: number;
  /** Errors of records, not of the run. */
  recordErrors: number;
  /** How many values were lost because they do not fit the type of their field, by field. */
  readonly lostValues: Map<string, number>;
  /** Bytes read from the sources, before they are unpacked. */
  bytes: number;
  /** The fraction of the sources that is read, from 0 to 1; null where it is unknown. */
  fractionRead: number | null;
}

/** The progress of reading several sources, one after another. */
interface ReadProgress {
  /** The number of sources. */
  readonly sources: number;
  /** The number of sources that are read completely. */
  readonly finished: number;
  /** The bytes read of the current source. */
  readonly read: number;
  /** The size of the current source in bytes; null when unknown. */
  readonly size: number | null;
}

/**
 * The fraction of the sources that is read, from 0 to 1; null where the size of the current one is unknown. Each source counts as an
 * equal part, because the size of a source is known only once it is open.
 */
export function computeFractionRead({ sources, finished, read, size }: ReadProgress): number | null {
  if (size === null) return null;
  // A source may hold more than its declared size.
  const current = size > 0 ? Math.min(1, read / size) : 1;
  return (finished + current) / sources;
}
