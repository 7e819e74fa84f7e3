import { setTimeout as pause } from 'node:timers/promises';
import type { RequestContext } from '#api/context.ts';
import type { Pipeline } from '#engine/pipeline/pipeline.ts';
import type { DataRecord } from '#engine/records/record.ts';
import type { RecordError } from '#engine/pipeline/processor-chain.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { GenerationFileWriter, setWrittenRecords } from '#records/index.ts';
import { type Attempt, LeaseLost } from '../run/run-attempt.ts';
import { maxListedErrors, progressParams, publishedFieldsOf, recordsErrorOf, type Progress } from './progress.ts';

/** The bytes of records that may wait while other records are loaded. When more bytes wait, `write` waits. */
const maxWaitingBytes = 4 * 1024 * 1024;
/** When this many bytes wait, they are loaded at once, without a wait for more. */
const portionBytes = 1024 * 1024;
/** How long records are collected before a load. A slow source shows progress soon; a fast source needs few loads. */
const collectMs = 50;

/** The shortest time between two reports of progress, and the longest one while bytes are read. */
const minReportMs = 200;
const maxReportMs = 1_000;

/** The part of a pipeline that progress is read from. */
type ProgressSource = Pick<Pipeline, 'counters' | 'fields'>;

/** How far the pipeline was at a report. */
interface Report {
  readonly at: number;
  readonly records: number;
  readonly bytes: number;
}

/**
 * Writes an attempt's records to the file of its generation, and reports the progress. The writer collects records while earlier records are
 * loaded; the number of waiting bytes is bounded.
 */
export class RecordWriter {
  readonly #ctx: RequestContext;
  readonly #attempt: Attempt;
  readonly #source: ProgressSource;
  readonly #errors: RecordError[] = [];
  readonly #file: GenerationFileWriter;
  #isClosed = false;
  /** The number of records that were loaded. */
  #loaded = 0;
  /** The number of fields written to the progress; they are written again only when there are more. */
  #fieldsReported = 0;
  #reported: Report = { at: -Infinity, records: 0, bytes: 0 };
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(ctx: RequestContext, attempt: Attempt, source: ProgressSource, isStored: (sha256: string) => boolean) {
    this.#ctx = ctx;
    this.#attempt = attempt;
    this.#source = source;
    this.#file = new GenerationFileWriter(ctx.app, attempt.datasetUid, { madeAt: ctx.app.clock.now(), isStored });
  }

  /** The number of records received. */
  get received(): number {
    return this.#file.received;
  }

  /** Notes an error of a record for the status. */
  addError(error: RecordError): void {
    if (this.#errors.length < maxListedErrors) this.#errors.push(error);
  }

  /**
   * Accepts records. When too many bytes wait, it waits for the current load. Throws LeaseLost when another attempt holds the lease, or an
   * error of the engine or the database; the error may come from the load of earlier records.
   */
  async write(records: readonly DataRecord[]): Promise<void> {
    this.#file.add(records, this.#source.fields);
    this.#begin();
    // The pipeline continues while a portion is loaded, and waits only when too many bytes wait.
    if (this.#file.waiting > maxWaitingBytes) await this.#writing;
    this.#throwFailure();
  }

  /** Reports the progress when records were loaded, or the source has sent bytes, but the progress was not written for a while. */
  report(): void {
    const { at, records, bytes } = this.#reported;
    const elapsedMs = performance.now() - at;
    const hasNew = this.#loaded > records && elapsedMs > minReportMs;
    if (hasNew || (this.#source.counters.bytes !== bytes && elapsedMs > maxReportMs)) this.#begin(true);
  }

  /**
   * Loads the remaining records, stores the file and all fields, and makes the generation consist of them; a dataset without records has fields
   * too. Fails as `write` does.
   */
  async end(signal: AbortSignal): Promise<void> {
    while (this.#writing) await this.#writing;
    this.#throwFailure();
    const { fields } = this.#source;
    if (fields.length > this.#file.fields.length) this.#file.extend(fields);
    const written = await this.#file.finish(signal);
    this.#loaded = written.recordCount;
    await this.#writeProgress(setWrittenRecords(this.#attempt.generation, written));
  }

  /** Discards waiting records, waits for the current load, and removes what was not stored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
    await this.#file.close();
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Starts a load of the waiting records, or a report, unless one is running or has failed. */
  #begin(isReport = false): void {
    if (this.#writing || (this.#file.waiting === 0 && !isReport) || this.#failure || this.#isClosed) return;
    this.#writing = this.#loadCollected(isReport)
      .catch((error: unknown) => {
        this.#failure = error instanceof Error ? error : new Error(String(error));
      })
      .then(() => {
        this.#writing = undefined;
        this.#begin();
      });
  }

  async #loadCollected(isReport: boolean): Promise<void> {
    if (this.#file.waiting < portionBytes) await pause(collectMs);
    if (this.#isClosed) return;
    const { received } = this;
    await this.#file.load();
    this.#loaded = received;
    if (isReport || performance.now() - this.#reported.at > minReportMs) await this.#writeProgress();
  }

  /**
   * Writes the progress, and runs a statement about the generation in the same one. When another attempt holds the lease, the update of the run
   * finds no row and nothing is written.
   */
  async #writeProgress(aboutGeneration?: Sql): Promise<void> {
    const { fields, counters } = this.#source;
    const { datasetUid, leaseId } = this.#attempt;
    const records = this.#loaded;
    this.#reported = { at: performance.now(), records, bytes: counters.bytes };
    const progress = JSON.stringify(this.#progress(records, fields));
    const run = sql`
      update publication_run set progress = coalesce(progress, '{}'::jsonb) || ${progress}::jsonb
      where dataset_uid = ${datasetUid} and lease_id = ${leaseId}::uuid returning 1`;
    const statement = aboutGeneration
      ? sql`with run as (${run}) ${aboutGeneration} and exists (select from run) returning 1`
      : run;
    const holdsLease = await this.#ctx.db.rows(statement);
    if (holdsLease.length === 0) throw new LeaseLost();
    this.#fieldsReported = fields.length;
  }

  #progress(written: number, fields: ProgressSource['fields']): Omit<Progress, 'fields'> & Partial<Progress> {
    return {
      params: progressParams(this.#source.counters, written),
      recordsErrors: this.#errors.filter(({ record }) => record < written).map(recordsErrorOf),
      ...(fields.length > this.#fieldsReported && { fields: publishedFieldsOf(fields) }),
    };
  }
}
