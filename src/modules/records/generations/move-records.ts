import { createHash } from 'node:crypto';
import type { JobHandler } from '#api/catalog-module.ts';
import type { RequestContext } from '#api/context.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { canonicalJson } from '#kernel/json.ts';
import { recordTables, sql, sqlText } from '#kernel/sql.ts';
import { type DatabaseClient, firstRow } from '#platform/database/database-client.ts';
import type { PublishedField, RecordField } from '../record-field.ts';
import { recordOf, valuesJson } from '../visible/record-values.ts';
import { GenerationFileWriter, setWrittenRecords, type WrittenRecords } from './generation-file-writer.ts';
import { tableOfGeneration } from './generations.service.ts';
import {
  readEarlierRecords,
  sharedTable,
  earlierTable,
  type EarlierField,
  type EarlierRecord,
  type EarlierTable,
} from './earlier-records.ts';

/** A generation whose records may still be in a table of PostgreSQL. */
interface EarlierGeneration {
  readonly id: string;
  readonly datasetUid: string;
  readonly fields: readonly (Pick<EarlierField, 'name' | 'type'> & Partial<EarlierField>)[];
  /** Whether the generation has a table of its own. */
  readonly hasTable: boolean;
}

/** The bytes of lines that wait for a load. */
const maxWaiting = 4 * 1024 * 1024;

/** How long the engine may take for the next records of a file. */
const timeoutMs = 10 * 60_000;

/**
 * Writes the records of earlier versions, which are in tables of PostgreSQL, to files, and drops the tables: the smallest first, so that most
 * datasets have their records back soon. Until then, reads and pushes of their records fail RECORDS_MOVING (generations.service.ts). One statement makes a generation
 * refer to its file, so an interrupted job continues where it stopped. It is repeated for what workers of the version before publish
 * during an upgrade; otherwise it does nothing.
 */
export const moveRecordsJob: JobHandler = {
  queue: 'records_move',
  everySeconds: 60,
  startsAtOnce: true,
  async run(ctx, { signal }) {
    const tables = await tablesOf(ctx.db);
    if (tables.size > 0 || (await hasSharedTable(ctx.db))) await moveAll(ctx, tables, signal);
  },
};

/** The generations that have a table. */
async function tablesOf(db: DatabaseClient): Promise<Set<string>> {
  const found = await db.rows<{ id: string }>(sql`
    select t.id
    from pg_class c, lateral (select substring(c.relname from 'g([0-9]{1,18})$') as id) t
    where c.relkind = 'r' and c.oid = to_regclass('${recordTables}g' || t.id)`);
  return new Set(found.map(({ id }) => id));
}

const hasSharedTable = async (db: DatabaseClient): Promise<boolean> =>
  (await firstRow(db, sql`select 1 where to_regclass('record') is not null`)) !== undefined;

async function moveAll(ctx: RequestContext, tables: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
  const { app } = ctx;
  const isShared = await hasSharedTable(app.db);
  const found = await app.db.rows<Omit<EarlierGeneration, 'hasTable'>>(sql`
    select g.id::text as id, g.dataset_uid as "datasetUid",
      case when jsonb_array_length(g.fields) > 0 then g.fields else coalesce(d.published_fields, '[]') end as fields
    from generation g left join dataset d on d.uid = g.dataset_uid and d.generation = g.id
    where g.file is null and (d.uid is not null or g.replaced_at = 'infinity') order by g.record_count, g.id`);
  const generations = found.filter(({ id }) => isShared || tables.has(id));
  let failedCount = 0;
  for (const [index, generation] of generations.entries()) {
    const { id, datasetUid: dataset } = generation;
    try {
      const records = await moveGeneration(ctx, { ...generation, hasTable: tables.has(id) }, signal);
      const progress = { dataset, records, done: index + 1, of: generations.length };
      app.log.info(progress, 'Wrote the records of a dataset to a file.');
    } catch (error) {
      signal.throwIfAborted();
      // the records of the others do not wait for it, and the next job tries again
      failedCount += 1;
      app.log.error({ err: error, dataset }, 'The records of a dataset could not be written to a file.');
    }
  }
  await dropUnused(app.db, [...tables.difference(new Set(found.map(({ id }) => id)))]);
  if (isShared && failedCount === 0) await app.db.rows(sqlText('drop table if exists record'));
}

/**
 * Drops the tables that no reader sees, and those whose records are in a file because a job ended in between, but not those of runs: a worker of the
 * version before may still write to them.
 */
async function dropUnused(db: DatabaseClient, ids: readonly string[]): Promise<void> {
  const running = await db.rows<{ id: string }>(
    sql`select id::text as id from generation where id = any(${ids}::bigint[]) and replaced_at is null and file is null`,
  );
  const kept = new Set(running.map(({ id }) => id));
  for (const id of ids) if (!kept.has(id)) await dropTable(db, id);
}

/** Writes the records of a generation to a file, and returns their number. The table stays where the file does not have the same records. */
async function moveGeneration(
  ctx: RequestContext,
  { id, datasetUid, fields, hasTable }: EarlierGeneration,
  signal: AbortSignal,
): Promise<number> {
  const { app } = ctx;
  const complete = fields.map((field): EarlierField => ({
    ...{ label: field.name, description: '', annotations: [], column: null },
    ...field,
  }));
  const table = hasTable ? earlierTable(id, complete) : sharedTable(id);
  const files = new Set(
    (
      await app.db.rows<{ key: string }>(sql`select blob_key as key from record_file where generation = ${id}::bigint`)
    ).map(({ key }) => key),
  );
  const writer = new GenerationFileWriter(app, datasetUid, {
    madeAt: new Date(0),
    isStored: (sha256) => files.has(sha256),
  });
  try {
    const hash = await writeAll(app.db, table, complete, writer, signal);
    const written = await writer.finish(signal);
    const [{ count } = { count: 0 }] = await app.db.rows<{ count: number }>(
      sql`select count(*)::float8 as count from ${table.from}`,
    );
    if (written.recordCount !== count)
      throw new Error(`The table of the generation ${id} has ${count} records, and its file ${written.recordCount}.`);
    if ((await hashOfFile(ctx, id, written, signal)) !== hash)
      throw new Error(`The file of the generation ${id} does not have the values of its table.`);
    await app.db.rows(sql`${setWrittenRecords(id, written)} and file is null`);
    if (hasTable) await dropTable(app.db, id);
    return count;
  } finally {
    await writer.close();
  }
}

async function writeAll(
  db: DatabaseClient,
  table: EarlierTable,
  fields: readonly PublishedField[],
  writer: GenerationFileWriter,
  signal: AbortSignal,
): Promise<string> {
  const hash = new RecordHash(fields);
  writer.extend(fields);
  for await (const batch of readEarlierRecords(db, table)) {
    signal.throwIfAborted();
    for (const { madeAt, records } of byInstant(batch)) writer.add(records, fields, madeAt);
    for (const { record } of batch) hash.add(record);
    if (writer.waiting > maxWaiting) await writer.load();
  }
  return hash.result();
}

/** The hash of the records of a file, read as a query reads them. */
async function hashOfFile(
  ctx: RequestContext,
  id: string,
  { file, recordCount, fields }: WrittenRecords,
  signal: AbortSignal,
): Promise<string> {
  const hash = new RecordHash(fields);
  if (file === null) return hash.result();
  const table = tableOfGeneration(ctx, { id, file, fileCount: recordCount, recordCount, tailVersion: '0' }, fields);
  const statement = sql`select ${valuesJson(fields)} from ${sqlText(table.name)} t order by t._position`;
  const texts = ctx.app.columnEngine.stream({ tables: [table], statement }, { signal, timeoutMs, end: '\n' });
  for await (const batch of texts)
    for (const values of batch.split('\n')) if (values !== '') hash.add(recordOf(values, fields));
  return hash.result();
}

/** Hashes records by the values of their fields, in their order. */
class RecordHash {
  readonly #hash = createHash('sha256');
  readonly #fields: readonly Pick<RecordField, 'name'>[];

  constructor(fields: readonly Pick<RecordField, 'name'>[]) {
    this.#fields = fields;
  }

  add(record: DataRecord): void {
    this.#hash.update(canonicalJson(this.#fields.map(({ name }) => record[name] ?? null)));
  }

  result(): string {
    return this.#hash.digest('hex');
  }
}

/** The records of a batch, those that were made at one instant together. */
function byInstant(batch: readonly EarlierRecord[]) {
  const runs: { readonly madeAt: Date; readonly records: EarlierRecord['record'][] }[] = [];
  for (const { record, madeAt } of batch) {
    const last = runs.at(-1);
    if (last?.madeAt.getTime() === madeAt.getTime()) last.records.push(record);
    else runs.push({ madeAt, records: [record] });
  }
  return runs;
}

const dropTable = (db: DatabaseClient, id: string): Promise<unknown> =>
  db.rows(sql`drop table if exists ${recordTables}g${sqlText(String(Number(id)))}`);
