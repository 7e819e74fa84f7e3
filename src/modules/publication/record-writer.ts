import type { RequestContext } from '../../api/context.ts';
import type { Pipeline } from '../../engine/pipeline.ts';
import type { Row } from '../../engine/row.ts';
import type { RecordError } from '../../engine/stack.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database.ts';
import type { DatasetStatus } from '../datasets/index.ts';
import type { Attempt } from './attempt.ts';
import { keptErrors, publishedFieldsOf, recordsErrorOf, type Progress, type RecordsError } from './progress.ts';
import { stopIn } from './watch-order.ts';

/** Writes an attempt's records to its generation, each batch in a transaction of its own with the progress so far. */
export class RecordWriter {
  readonly #ctx: RequestContext;
  readonly #attempt: Attempt;
  readonly #errors: RecordsError[] = [];
  #written = 0;
  /** How many fields the order knows of; they are told again only when there are more. */
  #fieldsTold = 0;

  constructor(ctx: RequestContext, attempt: Attempt) {
    this.#ctx = ctx;
    this.#attempt = attempt;
  }

  /** How many records are written. */
  get written(): number {
    return this.#written;
  }

  /** Notes an error of a record for the status. */
  note(error: RecordError): void {
    if (this.#errors.length < keptErrors) this.#errors.push(recordsErrorOf(error));
  }

  /**
   * Writes a batch. Fails OrderStopped, and then writes nothing when the order is no longer this attempt's; the order
   * stays locked for as long as the one statement takes.
   */
  async write(rows: readonly Row[], pipeline: Pick<Pipeline, 'counters' | 'fields'>): Promise<void> {
    const { datasetUid, holder } = this.#attempt;
    const first = this.#written;
    const progress = this.#progress(first + rows.length, pipeline);
    const found = await firstRow<{ status: DatasetStatus }>(this.#ctx.db, sql`
      with held as (
        update publication_order set progress = coalesce(progress, '{}'::jsonb) || ${JSON.stringify(progress)}::jsonb
        where dataset_uid = ${datasetUid} and holder = ${holder}::uuid returning dataset_uid, generation),
      written as (
        insert into record (generation, position, value)
        select held.generation, ${first}::bigint + batch.ordinality - 1, batch.value
        from held cross join jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality batch)
      select d.status from held join dataset d on d.uid = held.dataset_uid`);
    if (found) {
      this.#written += rows.length;
      this.#fieldsTold = pipeline.fields.length;
    }
    const stopped = stopIn(found);
    if (stopped) throw stopped;
  }

  #progress(written: number, { counters, fields }: Pick<Pipeline, 'counters' | 'fields'>): Omit<Progress, 'fields'> & Partial<Progress> {
    return {
      params: { rows_read: counters.rowsRead, rows_written: written, record_errors: counters.recordErrors },
      recordsErrors: this.#errors,
      ...fields.length > this.#fieldsTold && { fields: publishedFieldsOf(fields) },
    };
  }
}
