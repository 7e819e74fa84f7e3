import { Readable } from 'node:stream';
import type { RequestContext } from '#api/context.ts';
import { isRealtime, realtime } from '#engine/extractors/services.ts';
import type { DatasourceReader } from '#engine/datasource/datasource.ts';
import { fail, failFields } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { changeDataset, type DatasetEntity } from '#datasets/index.ts';
import type { ResourceActionInput } from './resource.inputs.ts';
import { findResource, type ResourceEntity } from './resource.entity.ts';

/** A range of the log of a dataset, or of one of its resources. */
interface LogRange {
  readonly datasetUid?: string;
  readonly resourceUid?: string;
  /** The position before the range. Default: the beginning of the log. */
  readonly after?: number;
  /** The last position of the range. Default: the end of the log. */
  readonly upTo?: number;
}

/** The limits of one read; the record that crosses the byte limit is still read. */
const maxBatch = { records: 500, bytes: 2 ** 22 };

/** A range of the log as a datasource: a JSON array of the pushed records, in order. */
export function createLogReader(db: DatabaseClient, range: LogRange): DatasourceReader {
  return {
    isRepeatable: range.upTo !== undefined,
    openStream: async () => ({
      filename: '',
      mimetype: 'application/json',
      size: null,
      content: Readable.from(streamAsJson(db, range), { objectMode: false }),
    }),
  };
}

async function* streamAsJson(db: DatabaseClient, range: LogRange): AsyncGenerator<string> {
  let separator = '[';
  for (let after = range.after ?? 0; ;) {
    const records = await readLog(db, { ...range, after });
    const last = records.at(-1);
    if (!last) break;
    for (const { value } of records) {
      yield `${separator}${JSON.stringify(value)}`;
      separator = ',';
    }
    after = Number(last.position);
  }
  yield separator === '[' ? '[]' : ']';
}

/** A record of the log. */
export interface LoggedRecord {
  readonly position: string;
  readonly value: JsonObject;
}

/** The first batch of records in a range of the log; records of deleted resources are left out. */
export function readLog(
  db: DatabaseClient,
  { datasetUid, resourceUid, after = 0, upTo = Number.MAX_SAFE_INTEGER }: LogRange,
): Promise<LoggedRecord[]> {
  const scope = resourceUid === undefined ? sql`l.dataset_uid = ${datasetUid}` : sql`l.resource_uid = ${resourceUid}`;
  return db.rows<LoggedRecord>(sql`
    select weighed.position, weighed.value from (
      select l.position, l.value,
        sum(octet_length(l.value::text)) over (order by l.position) - octet_length(l.value::text) as before
      from realtime_record l
      where ${scope} and l.position > ${after}::bigint and l.position <= ${upTo}::bigint
        and exists (select 1 from resource r where r.uid = l.resource_uid and r.type = ${realtime.type})
      order by l.position limit ${maxBatch.records}::int) weighed
    where weighed.before < ${maxBatch.bytes}::int order by weighed.position`);
}

/** SQL: the last position in the log of a dataset, 0 if empty. The log of a locked dataset does not grow. */
export const highWatermark = (dataset: Sql): Sql =>
  sql`(select coalesce(max(l.position), 0) from realtime_record l where l.dataset_uid = ${dataset}.uid)`;

/** Appends pushed records to the log of a dataset. The caller must hold the lock of the dataset. */
export const appendToLog = (
  tx: RequestContext,
  datasetUid: string,
  resourceUid: string,
  records: readonly JsonObject[],
): Promise<unknown> =>
  tx.db.rows(sql`
  insert into realtime_record (dataset_uid, resource_uid, value, created_at)
  select ${datasetUid}, ${resourceUid}, each.value, ${tx.app.clock.now()}::timestamptz
  from json_array_elements(${JSON.stringify(records)}::json) with ordinality each(value, at) order by each.at`);

/**
 * Changes the log of a realtime resource and returns the resource's uid. Fails as `changeDataset` does, and with
 * INVALID_INPUT when the resource is not a realtime resource, or INVALID_DATASET_STATUS while the dataset is not published.
 */
export function changePublishedLog(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: ResourceActionInput,
  action: string,
  apply: (tx: RequestContext, dataset: DatasetEntity) => Promise<unknown>,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['data'], expectedRevision }, async (tx, dataset) => {
    await findRealtimeResource(tx, datasetUid, uid);
    if (!dataset.isPublished) fail('INVALID_DATASET_STATUS', { status: 'not published', action, allowed: 'published' });
    await apply(tx, dataset);
    return uid;
  });
}

/** Finds a realtime resource for a change. Fails NOT_FOUND, and INVALID_INPUT for another resource. */
export async function findRealtimeResource(
  tx: RequestContext,
  datasetUid: string,
  uid: string,
): Promise<ResourceEntity> {
  const resource = await findResource(tx, datasetUid, uid);
  return isRealtime(resource) ? resource : failFields({ type: ['Only a realtime resource can do this.'] });
}

/** Empties the log of a realtime resource and returns the resource's uid. Fails INVALID_DATASET_STATUS while the dataset is not published. */
export const deleteRealtimeRecords = (ctx: RequestContext, input: ResourceActionInput): Promise<string> =>
  changePublishedLog(ctx, input, 'delete_recover_data', (tx) =>
    tx.db.rows(sql`
    delete from realtime_record where dataset_uid = ${input.datasetUid} and resource_uid = ${input.uid}`),
  );
