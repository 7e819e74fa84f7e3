import { Readable } from 'node:stream';
import { isServiceFault, toCatalogError } from '../../../api/errors/to-catalog-error.ts';
import type { RequestContext } from '../../../api/context.ts';
import { realtime } from '../../../engine/extractors/services/realtime.ts';
import { LimitReached } from '../../../engine/records/limit-reached.ts';
import { Pipeline } from '../../../engine/pipeline/pipeline.ts';
import type { DataRecord } from '../../../engine/records/record.ts';
import { sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import type { DatasetEntity } from '../../datasets/index.ts';
import { appendRecords, type AppendableGeneration, type TransformConfiguration } from '../../records/index.ts';
import { readLog, type LoggedRecord } from '../../resources/index.ts';
import { maxListedErrors, publishedFieldsOf, recordsErrorOf, type RecordsError } from '../records/progress.ts';
import { notifyPublicationChanged } from '../status/notify-publication-changed.ts';
import { recordsVisibleToDefiner } from '../records/records-visible-to-definer.ts';

/** The generation that readers of a dataset see. */
interface CurrentGeneration {
  readonly id: string;
  /** How its records were transformed. */
  readonly transform: TransformConfiguration;
  /** The position in the log of the last pushed record that the generation includes. */
  readonly log_position: string;
  readonly fields: AppendableGeneration['fields'];
  readonly words: AppendableGeneration['words'];
  readonly extent: AppendableGeneration['extent'];
  readonly record_count: string;
}

/**
 * Appends pushed records from the log to the current generation of a locked dataset. The pushed records are transformed with the
 * transform configuration of that generation. Records that cannot be transformed, and records beyond the dataset's limit, are
 * reported in the status of the dataset and stay in the log. Does nothing when the dataset has no generation.
 */
export async function appendPushedRecords(tx: RequestContext, dataset: DatasetEntity): Promise<void> {
  const fieldCount = dataset.publishedFields?.length;
  try {
    while (await appendBatch(tx, dataset));
    if (dataset.publishedFields?.length !== fieldCount) {
      await tx.em.flush();
      await notifyPublicationChanged(tx, dataset.uid);
    }
  } catch (error) {
    const failure = toCatalogError(error);
    if (!failure || isServiceFault(failure)) throw error;
    addRecordErrors(dataset, [{ recordId: '', fieldUid: null, processorUid: null, message: failure.message }]);
  }
}

/** Appends one batch of the log; returns false when the log has no further records or the dataset has no generation. */
async function appendBatch(tx: RequestContext, dataset: DatasetEntity): Promise<boolean> {
  const current = await firstRow<CurrentGeneration>(
    tx.db,
    sql`
    select g.id, g.transform, g.log_position, g.fields, g.words, g.extent, g.record_count from generation g where g.id = ${dataset.generation ?? null}::bigint`,
  );
  const logged = current ? await readLog(tx.db, { datasetUid: dataset.uid, after: Number(current.log_position) }) : [];
  const last = logged.at(-1);
  if (!current || !last) return false;
  await appendLoggedRecords(tx, dataset, current, logged);
  await tx.db.rows(sql`update generation set log_position = ${last.position}::bigint where id = ${current.id}::bigint`);
  return true;
}

async function appendLoggedRecords(
  tx: RequestContext,
  dataset: DatasetEntity,
  { id, transform, fields: known, words, extent, record_count }: CurrentGeneration,
  logged: readonly LoggedRecord[],
): Promise<void> {
  const firstPosition = Number(record_count);
  const errors: RecordsError[] = [];
  const { processors, fields, definers } = transform;
  const pipeline = new Pipeline({
    processors,
    fields,
    known,
    openReference: recordsVisibleToDefiner(tx, definers, id),
    joins: tx.app.preparedJoins,
    resources: [{ type: realtime.type, params: {}, source: readerOf(logged) }],
    onError: (error) => errors.push(recordsErrorOf({ ...error, record: firstPosition + error.record })),
  });
  const records: DataRecord[] = [];
  for await (const batch of pipeline.batches()) records.push(...batch);
  const { maxRecords } = tx.app.config;
  const recordCount = firstPosition + records.length;
  if (recordCount > maxRecords) throw new LimitReached('records', maxRecords, recordCount);
  const names = new Set(known.map(({ name }) => name));
  const added = publishedFieldsOf(pipeline.fields).filter(({ name }) => !names.has(name));
  const generation = { id: Number(id), fields: known, words, extent, recordCount: firstPosition };
  await appendRecords(tx, generation, records, [...known, ...added]);
  dataset.publishedFields = [...(dataset.publishedFields ?? []), ...added];
  addRecordErrors(dataset, errors);
}

/** A datasource whose bytes are a JSON array of the logged records. */
const readerOf = (logged: readonly LoggedRecord[]) => ({
  openStream: async () => ({
    filename: '',
    mimetype: null,
    size: null,
    content: Readable.from([JSON.stringify(logged.map(({ value }) => value))], { objectMode: false }),
  }),
});

/** Adds errors to the dataset's status, which lists at most `maxListedErrors` and counts all. */
function addRecordErrors(dataset: DatasetEntity, errors: readonly RecordsError[]): void {
  if (errors.length === 0) return;
  const { record_errors: errorCount = dataset.recordsErrors.length } = dataset.statusParams;
  dataset.statusParams = { ...dataset.statusParams, record_errors: Number(errorCount) + errors.length };
  dataset.recordsErrors = [...dataset.recordsErrors, ...errors].slice(0, maxListedErrors);
}
