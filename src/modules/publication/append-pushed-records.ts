import { Readable } from 'node:stream';
import { isServiceFault, toCatalogError } from '#api/errors/to-catalog-error.ts';
import type { RequestContext } from '#api/context.ts';
import { realtime } from '#engine/extractors/services.ts';
import { type DataRecord, LimitReached } from '#engine/records/record.ts';
import { Pipeline } from '#engine/pipeline/pipeline.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { DatasetEntity } from '#datasets/index.ts';
import {
  appendRecords,
  storedGeneration,
  type AppendableGeneration,
  type TransformConfiguration,
} from '#records/index.ts';
import { readLog, type LoggedRecord } from '#resources/index.ts';
import {
  maxListedErrors,
  type PublishedField,
  publishedFieldsOf,
  type RecordsError,
  recordsErrorOf,
} from './progress.ts';
import { notifyPublicationChanged } from './run-attempt.ts';
import { recordsVisibleToDefiner } from './records-visible-to-definer.ts';

/** What could not be kept of pushed records. */
export interface AppendReport {
  /** By field, the number of values that do not fit its type. */
  readonly lostValues: Map<string, number>;
  /** Whether the next publication would keep such values, because it infers the types again. */
  widensWhenPublished: boolean;
  /** Whether the records reach beyond the place of the records before. */
  extendsPlace: boolean;
  /** Why none of the records can be published; undefined if they are. */
  problem?: string;
}

/** The generation that readers of a dataset see. */
interface CurrentGeneration extends Omit<AppendableGeneration, 'datasetUid'> {
  /** How its records were transformed. */
  readonly transform: TransformConfiguration;
  /** The position in the log of the last pushed record that the generation includes. */
  readonly log_position: string;
}

/**
 * Appends pushed records from the log to the current generation of a locked dataset. The pushed records are transformed with the
 * transform configuration of that generation. Records that cannot be transformed, and records beyond the dataset's limit, are
 * reported in the status of the dataset and stay in the log. Does nothing when the dataset has no generation. Returns what could not be kept.
 */
export async function appendPushedRecords(tx: RequestContext, dataset: DatasetEntity): Promise<AppendReport> {
  const report: AppendReport = { lostValues: new Map(), widensWhenPublished: false, extendsPlace: false };
  const { publishedFields } = dataset;
  try {
    while (await appendBatch(tx, dataset, report));
    if (dataset.publishedFields !== publishedFields || report.extendsPlace) {
      await tx.em.flush();
      await notifyPublicationChanged(tx, dataset.uid);
    }
  } catch (error) {
    const failure = toCatalogError(error);
    if (!failure || isServiceFault(failure)) throw error;
    addRecordErrors(dataset, [{ recordId: '', fieldUid: null, processorUid: null, message: failure.message }]);
    report.problem = failure.message;
  }
  return report;
}

/** Appends one batch of the log; returns false when the log has no further records or the dataset has no generation. */
async function appendBatch(tx: RequestContext, dataset: DatasetEntity, report: AppendReport): Promise<boolean> {
  const current = await firstRow<CurrentGeneration>(
    tx.db,
    sql`
    select ${storedGeneration(sqlText('g'))} as stored, g.transform, g.log_position, g.fields, g.extent
    from generation g
    where g.id = ${dataset.generation ?? null}::bigint`,
  );
  const logged = current ? await readLog(tx.db, { datasetUid: dataset.uid, after: Number(current.log_position) }) : [];
  const last = logged.at(-1);
  if (!current || !last) return false;
  await appendLoggedRecords(tx, dataset, { current, logged, report });
  await tx.db.rows(
    sql`update generation set log_position = ${last.position}::bigint where id = ${current.stored.id}::bigint`,
  );
  return true;
}

/** A batch of the log, and how it is appended. */
interface LoggedBatch {
  readonly current: CurrentGeneration;
  readonly logged: readonly LoggedRecord[];
  readonly report: AppendReport;
}

async function appendLoggedRecords(
  tx: RequestContext,
  dataset: DatasetEntity,
  { current, logged, report }: LoggedBatch,
): Promise<void> {
  const { stored, transform, fields: known } = current;
  const firstPosition = stored.recordCount;
  const errors: RecordsError[] = [];
  const { processors, fields, definers } = transform;
  const pipeline = new Pipeline({
    processors,
    fields,
    known,
    widensKnownInts: true,
    openReference: recordsVisibleToDefiner(tx, definers, stored.id),
    joins: tx.app.preparedJoins,
    resources: [{ type: realtime.type, params: {}, source: readerOf(logged) }],
    onError: (error, values) => errors.push(recordsErrorOf({ ...error, record: firstPosition + error.record }, values)),
  });
  const records: DataRecord[] = [];
  for await (const made of pipeline.batches()) records.push(...made);
  const { maxRecords } = tx.app.config;
  const recordCount = firstPosition + records.length;
  if (recordCount > maxRecords) throw new LimitReached('records', maxRecords, recordCount);
  const widened = widenedFields(known, pipeline);
  const names = new Set(known.map(({ name }) => name));
  const added = publishedFieldsOf(pipeline.fields).filter(({ name }) => !names.has(name));
  const widen = <T extends PublishedField>(field: T): T =>
    widened.has(field.name) ? { ...field, type: 'double' } : field;
  const appended = await appendRecords(tx, { ...current, datasetUid: dataset.uid }, records, [
    ...known.map(widen),
    ...added,
  ]);
  report.extendsPlace ||= appended.extendsPlace;
  if (added.length > 0 || widened.size > 0)
    dataset.publishedFields = [...(dataset.publishedFields ?? []).map(widen), ...added];
  addRecordErrors(dataset, errors);
  const { lostValues } = pipeline.counters;
  for (const [field, count] of lostValues) report.lostValues.set(field, (report.lostValues.get(field) ?? 0) + count);
  report.widensWhenPublished ||= errors.some(
    ({ fieldUid, processorUid }) => processorUid === null && fieldUid !== null && lostValues.has(fieldUid),
  );
}

/** The names of the known int fields that became doubles. */
const widenedFields = (known: AppendableGeneration['fields'], { fields }: Pick<Pipeline, 'fields'>): Set<string> => {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  return new Set(known.flatMap(({ name, type }) => (type === 'int' && types.get(name) === 'double' ? [name] : [])));
};

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
