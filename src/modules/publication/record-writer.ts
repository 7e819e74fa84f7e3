import { setTimeout as pause } from 'node:timers/promises';
import type { RequestContext } from '../../api/context.ts';
import type { Pipeline } from '../../engine/pipeline/pipeline.ts';
import type { DataRecord } from '../../engine/records/record.ts';
import type { RecordError } from '../../engine/pipeline/processor-chain.ts';
import { sql } from '../../kernel/sql.ts';
import { bulkLine } from '../../platform/database/bulk-loader.ts';
import type { Attempt } from './attempt.ts';
import { OrderStopped } from './order-stopped.ts';
import { keptErrors, progressParams, publishedFieldsOf, recordsErrorOf, type Progress } from './progress.ts';

/** Bytes of records that wait while others are written; whoever has more waits too. */
const maxWaiting = 4 * 1024 * 1024;
/** Bytes that are written without waiting for more. */
const portion = 1024 * 1024;
/** Characters that are turned into bytes at a time: longer texts would stay in memory until it is searched as a whole. */
const piece = 16 * 1024;
/** How long records are collected before they are written, in milliseconds, so that a slow source is told of soon and a fast one costs few transactions. */
const collecting = 50;

/** How long a run may read without a word of its progress, in milliseconds. */
const reporting = 1_000;

/** The part of a run that its progress is told from. */
type Run = Pick<Pipeline, 'counters' | 'fields'>;

/**
 * Writes an attempt's records to its generation, in transactions that carry the progress so far. Records are collected
 * while those before them are written, so the run goes on meanwhile; what waits is bounded.
 */
export class RecordWriter {
  readonly #ctx: RequestContext;
  readonly #attempt: Attempt;
  readonly #run: Run;
  readonly #errors: RecordError[] = [];
  /** Records that wait, as lines to copy. */
  #lines: Buffer[] = [];
  #waiting = 0;
  #taken = 0;
  /** How many fields the order knows of; they are told again only when there are more. */
  #fieldsTold = 0;
  /** How many bytes of the sources the progress tells of, and when it was written last. */
  #bytesTold = 0;
  #toldAt = performance.now();
  #writing: Promise<void> | undefined;
  #failure: Error | undefined;

  constructor(ctx: RequestContext, attempt: Attempt, run: Run) {
    this.#ctx = ctx;
    this.#attempt = attempt;
    this.#run = run;
  }

  /** How many records it was given. */
  get taken(): number {
    return this.#taken;
  }

  /** Notes an error of a record for the status. */
  note(error: RecordError): void {
    if (this.#errors.length < keptErrors) this.#errors.push(error);
  }

  /** Takes records to write, and waits while many do. Fails OrderStopped where the order is lost, and as the database does, for these or for earlier records. */
  async write(rows: readonly DataRecord[]): Promise<void> {
    let text = '';
    for (const row of rows) {
      text += bulkLine(this.#attempt.generation, this.#taken++, JSON.stringify(row));
      if (text.length < piece) continue;
      this.#add(text);
      text = '';
    }
    if (text !== '') this.#add(text);
    this.#begin();
    // the next portion begins when the one before has ended, so the run goes on beside it
    if (this.#waiting > maxWaiting) await this.#writing;
    this.#throwFailure();
  }

  /** Writes the progress of a run whose source gives bytes, but no records for a while. */
  report(): void {
    if (this.#run.counters.bytes !== this.#bytesTold && performance.now() - this.#toldAt > reporting) this.#begin(true);
  }

  /** Writes what is left, and the fields known by now; a dataset without records has fields too. Fails as `write` does. */
  async end(): Promise<void> {
    while (this.#writing) await this.#writing;
    this.#throwFailure();
    await this.#writePortion();
  }

  /** Writes no more, and waits for what is being written. */
  async close(): Promise<void> {
    this.#lines = [];
    await this.#writing;
  }

  #add(text: string): void {
    const bytes = Buffer.from(text);
    this.#lines.push(bytes);
    this.#waiting += bytes.length;
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Begins to write what waits, unless a portion is being written or there was a failure. */
  #begin(isReport = false): void {
    if (this.#writing || (this.#lines.length === 0 && !isReport) || this.#failure) return;
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
    if (this.#waiting < portion) await pause(collecting);
    await this.#writePortion();
  }

  /** One transaction; it writes nothing when the order is no longer this attempt's, and the order stays locked until it ends. */
  async #writePortion(): Promise<void> {
    const [lines, until, fields] = [this.#lines, this.#taken, this.#run.fields];
    this.#bytesTold = this.#run.counters.bytes;
    this.#toldAt = performance.now();
    this.#lines = [];
    this.#waiting = 0;
    const { datasetUid, holder } = this.#attempt;
    const held = await this.#ctx.app.bulk.load(
      sql`
      update publication_order set progress = coalesce(progress, '{}'::jsonb) || ${JSON.stringify(this.#progress(until, fields))}::jsonb
      where dataset_uid = ${datasetUid} and holder = ${holder}::uuid returning 1`,
      'record (generation, position, value)',
      lines,
    );
    if (!held) throw new OrderStopped('lost');
    this.#fieldsTold = fields.length;
  }

  #progress(written: number, fields: Run['fields']): Omit<Progress, 'fields'> & Partial<Progress> {
    return {
      params: progressParams(this.#run.counters, written),
      recordsErrors: this.#errors.filter(({ record }) => record < written).map(recordsErrorOf),
      ...(fields.length > this.#fieldsTold && { fields: publishedFieldsOf(fields) }),
    };
  }
}
