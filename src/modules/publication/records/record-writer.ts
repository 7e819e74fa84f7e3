import { setTimeout as pause } from 'node:timers/promises';
import type { RequestContext } from '../../../api/context.ts';
import type { Pipeline } from '../../../engine/pipeline/pipeline.ts';
import type { DataRecord } from '../../../engine/records/record.ts';
import type { RecordError } from '../../../engine/pipeline/processor-chain.ts';
import { sql } from '../../../kernel/sql.ts';
import { recordIdentityOf, TableLines } from '../../records/index.ts';
import type { Attempt } from '../run/attempt.ts';
import { LeaseLost } from '../run/run-stopped.ts';
import { maxListedErrors, progressParams, publishedFieldsOf, recordsErrorOf, type Progress } from './progress.ts';

/** The bytes of records that may wait while other records are written. When more bytes wait, `write` waits. */
const maxWaitingBytes = 4 * 1024 * 1024;
/** When this many bytes wait, they are written at once, without a wait for more. */
const portionBytes = 1024 * 1024;
/** How long records are collected before a write. A slow source shows progress soon; a fast source needs few transactions. */
const collectMs = 50;

/** The longest time without a report while bytes are read. */
const reportIntervalMs = 1_000;

/** The part of a pipeline that progress is read from. */
type ProgressSource = Pick<Pipeline, 'counters' | 'fields'>;

/**
 * Writes an attempt's records to its generation, in transactions that also update the progress. The writer collects records
 * while earlier records are written; the number of waiting bytes is bounded.
 */
export class RecordWriter {
  readonly #ctx: RequestContext;
  readonly #attempt: Attempt;
  readonly #source: ProgressSource;
  readonly #errors: RecordError[] = [];
  readonly #lines: TableLines;
  #isClosed = false;
  /** The number of fields written to the progress; they are written again only when there are more. */
  #fieldsReported = 0;
  /** The number of bytes read when the progress was last written, and the time of that write. */
  #bytesReported = 0;
  #reportedAt = performance.now();
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(ctx: RequestContext, attempt: Attempt, source: ProgressSource) {
    this.#ctx = ctx;
    this.#attempt = attempt;
    this.#source = source;
    this.#lines = new TableLines(attempt.generation, recordIdentityOf(ctx.app.secrets, attempt.datasetUid));
  }

  /** The number of records received. */
  get received(): number {
    return this.#lines.received;
  }

  /** Notes an error of a record for the status. */
  addError(error: RecordError): void {
    if (this.#errors.length < maxListedErrors) this.#errors.push(error);
  }

  /**
   * Accepts records. When too many bytes wait, it waits for the current write. Throws LeaseLost when another attempt holds the lease, or a
   * database error; the error may come from the write of earlier records.
   */
  async write(records: readonly DataRecord[]): Promise<void> {
    this.#lines.add(records, this.#source.fields);
    this.#begin();
    // The pipeline continues while a portion is written, and waits only when too many bytes wait.
    if (this.#lines.waiting > maxWaitingBytes) await this.#writing;
    this.#throwFailure();
  }

  /** Writes the progress when the source has sent bytes but the progress was not written for a while. */
  report(): void {
    if (this.#source.counters.bytes !== this.#bytesReported && performance.now() - this.#reportedAt > reportIntervalMs)
      this.#begin(true);
  }

  /** Writes the remaining records and all fields; a dataset without records has fields too. Fails as `write` does. */
  async end(): Promise<void> {
    while (this.#writing) await this.#writing;
    this.#throwFailure();
    await this.#writePortion();
  }

  /** Discards waiting records and waits for the current write. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writing;
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Starts a write of the waiting records, unless a write is running or has failed. */
  #begin(isReport = false): void {
    if (this.#writing || (this.#lines.waiting === 0 && !isReport) || this.#failure || this.#isClosed) return;
    this.#writing = this.#writeCollected()
      .catch((error: unknown) => {
        this.#failure = error instanceof Error ? error : new Error(String(error));
      })
      .then(() => {
        this.#writing = undefined;
        this.#begin();
      });
  }

  async #writeCollected(): Promise<void> {
    if (this.#lines.waiting < portionBytes) await pause(collectMs);
    if (!this.#isClosed) await this.#writePortion();
  }

  /**
   * Writes the waiting records in one transaction. The update locks the run. When another attempt holds the lease, the update finds no
   * row and nothing is written.
   */
  async #writePortion(): Promise<void> {
    const { fields } = this.#source;
    if (fields.length > this.#lines.fields.length) this.#lines.extend(fields);
    const writtenCount = this.received;
    const { fields: columns, extent } = this.#lines;
    const { copies, statements } = this.#lines.take();
    this.#bytesReported = this.#source.counters.bytes;
    this.#reportedAt = performance.now();
    const { datasetUid, leaseId, generation } = this.#attempt;
    const hasNewFields = fields.length > this.#fieldsReported;
    const holdsLease = await this.#ctx.app.bulkLoader.load(
      sql`
      with run as (
        update publication_run set progress = coalesce(progress, '{}'::jsonb) || ${JSON.stringify(this.#progress(writtenCount, fields))}::jsonb
        where dataset_uid = ${datasetUid} and lease_id = ${leaseId}::uuid returning 1)
      update generation set record_count = ${writtenCount}::bigint, keyed_count = ${writtenCount}::bigint, extent = ${JSON.stringify(extent)}::jsonb,
        fields = coalesce(${hasNewFields ? JSON.stringify(columns) : null}::jsonb, fields)
      where id = ${generation}::bigint and exists (select from run) returning 1`,
      copies,
      statements,
    );
    if (!holdsLease) throw new LeaseLost();
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
