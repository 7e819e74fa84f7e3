import { Readable } from 'node:stream';
import { toCatalogError } from '../../api/errors/to-catalog-error.ts';
import type { RequestContext } from '../../api/context.ts';
import { realtime } from '../../engine/extractors/services/realtime.ts';
import { LimitReached } from '../../engine/records/limit-reached.ts';
import { Pipeline } from '../../engine/pipeline/pipeline.ts';
import type { DataRecord } from '../../engine/records/record.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import type { DatasetEntity } from '../datasets/index.ts';
import { readLog, type LoggedRecord } from '../resources/index.ts';
import { keptErrors, publishedFieldsOf, recordsErrorOf, type PublishedField, type RecordsError } from './progress.ts';
import { recordsAsSeenBy } from './records-as-seen-by.ts';
import type { Treatment } from './publication-order.entity.ts';

/** What is known of the generation that readers of a dataset see. */
interface Seen {
  readonly id: string;
  /** How its records were made of rows. */
  readonly treatment: Treatment;
  /** Up to where it has the log. */
  readonly log_position: string;
  /** The position of the next record. */
  readonly next: string;
}

/**
 * Appends to the records of a locked dataset what was pushed beyond them, made as they were. Records that cannot be made, and those
 * beyond what a dataset may have, are told in its status; they stay in the log. Nothing to do where no records are seen.
 */
export async function catchUpWithLog(tx: RequestContext, dataset: DatasetEntity): Promise<void> {
  try {
    while (await appendBatch(tx, dataset));
  } catch (error) {
    const failure = toCatalogError(error);
    if (!failure || failure.entry.kind === 'unavailable') throw error;
    report(dataset, [{ recordId: '', fieldUid: null, processorUid: null, message: failure.message }]);
  }
}

/** Appends a batch; answers whether there may be another. */
async function appendBatch(tx: RequestContext, dataset: DatasetEntity): Promise<boolean> {
  const seen = await firstRow<Seen>(
    tx.db,
    sql`
    select g.id, g.treatment, g.log_position, (select coalesce(max(r.position) + 1, 0) from record r where r.generation = g.id) as next
    from generation g where g.id = ${dataset.generation ?? null}::bigint`,
  );
  const logged = seen ? await readLog(tx.db, { datasetUid: dataset.uid, after: Number(seen.log_position) }) : [];
  const last = logged.at(-1);
  if (!seen || !last) return false;
  await append(tx, dataset, seen, logged);
  await tx.db.rows(sql`update generation set log_position = ${last.position}::bigint where id = ${seen.id}::bigint`);
  return true;
}

async function append(
  tx: RequestContext,
  dataset: DatasetEntity,
  { id, treatment, next }: Seen,
  logged: readonly LoggedRecord[],
): Promise<void> {
  const known: readonly PublishedField[] = dataset.publishedFields ?? [];
  const first = Number(next);
  const errors: RecordsError[] = [];
  const { processors, fields, definers } = treatment;
  const pipeline = new Pipeline({
    processors,
    fields,
    known,
    recordsOf: recordsAsSeenBy(tx, definers),
    resources: [{ type: realtime.type, params: {}, source: sourceOf(logged) }],
    onError: (error) => errors.push(recordsErrorOf({ ...error, record: first + error.record })),
  });
  const rows: DataRecord[] = [];
  for await (const batch of pipeline.batches()) rows.push(...batch);
  const { maxRecords } = tx.app.config;
  if (first + rows.length > maxRecords) throw new LimitReached('records', maxRecords, first + rows.length);
  await tx.db.rows(sql`
    insert into record (generation, position, value)
    select ${id}::bigint, ${next}::bigint + each.at - 1, each.value from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality each(value, at)`);
  const names = new Set(known.map(({ name }) => name));
  dataset.publishedFields = [...known, ...publishedFieldsOf(pipeline.fields).filter(({ name }) => !names.has(name))];
  report(dataset, errors);
}

const sourceOf = (logged: readonly LoggedRecord[]) => ({
  openStream: async () => ({
    filename: '',
    mimetype: null,
    size: null,
    content: Readable.from([JSON.stringify(logged.map(({ value }) => value))], { objectMode: false }),
  }),
});

/** Tells errors in the status, as far as there is room beside those that it tells already. */
function report(dataset: DatasetEntity, errors: readonly RecordsError[]): void {
  if (errors.length === 0) return;
  const { record_errors: before = dataset.recordsErrors.length } = dataset.statusParams;
  dataset.statusParams = { ...dataset.statusParams, record_errors: Number(before) + errors.length };
  dataset.recordsErrors = [...dataset.recordsErrors, ...errors].slice(0, keptErrors);
}
