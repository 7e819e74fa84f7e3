import type { JobHandler, Prepare } from '../../../api/catalog-module.ts';
import { sql, sqlText } from '../../../kernel/sql.ts';
import { advisoryLocks } from '../../../platform/database/advisory-locks.ts';
import { firstRow, type DatabaseClient } from '../../../platform/database/database-client.ts';
import { placeOf } from '../../../platform/database/one-schema.ts';
import { SetupError } from '../../../platform/setup-error.ts';
import { GenerationFileWriter, setWrittenRecords } from './generation-file-writer.ts';
import type { PublishedField } from '../record-field.ts';
import {
  readEarlierRecords,
  sharedTable,
  tableOfGeneration,
  type EarlierField,
  type EarlierRecord,
  type EarlierTable,
} from './earlier-records.ts';

type App = Parameters<Prepare>[0];

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

/**
 * Writes the records of earlier versions, which are in tables of PostgreSQL, to files, and drops the tables. Each generation is switched to its
 * file by one statement, so an interrupted start continues where it stopped. Later starts do nothing. A job repeats it for what workers of the
 * version before publish during an upgrade.
 */
export const moveRecords: Prepare = async (app) => {
  if (!(await hasEarlierRecords(app))) return;
  await app.maintenance.use(
    async (run) => {
      await run(sql`select pg_advisory_lock(${advisoryLocks.records}::bigint)`);
      if (await hasEarlierRecords(app)) await moveAll(app);
    },
    { statementTimeoutMs: 0, signal: new AbortController().signal },
  );
};

/** Moves what workers of the version before have published since the start. */
export const moveRecordsJob: JobHandler = {
  queue: 'records_move',
  everySeconds: 60,
  run: ({ app }) => moveRecords(app),
};

const hasEarlierRecords = async (app: App): Promise<boolean> =>
  (await hasSharedTable(app.db)) || (await tablesOf(app)).size > 0;

const hasSharedTable = async (db: DatabaseClient): Promise<boolean> =>
  (await firstRow(db, sql`select 1 where to_regclass('record') is not null`)) !== undefined;

/** The generations that have a table. */
async function tablesOf({ db, config }: App): Promise<Set<string>> {
  const { schema, prefix } = placeOf('records', config.databasePools.access.schema);
  const found = await db.rows<{ id: string }>(sql`
    select t.id from pg_class c, lateral (select substring(c.relname from ${`^${prefix}g(\\d{1,18})$`}) as id) t
    where c.relnamespace = to_regnamespace(${schema}) and c.relkind = 'r' and t.id is not null`);
  return new Set(found.map(({ id }) => id));
}

async function moveAll(app: App): Promise<void> {
  const tables = await tablesOf(app);
  const isShared = await hasSharedTable(app.db);
  const generations = await app.db.rows<Omit<EarlierGeneration, 'hasTable'>>(sql`
    select g.id::text as id, g.dataset_uid as "datasetUid",
      case when jsonb_array_length(g.fields) > 0 then g.fields else coalesce(d.published_fields, '[]') end as fields
    from generation g left join dataset d on d.uid = g.dataset_uid and d.generation = g.id
    where g.file is null and (d.uid is not null or g.replaced_at = 'infinity') order by g.id`);
  for (const [index, generation] of generations.entries()) {
    const hasTable = tables.delete(generation.id);
    if (!hasTable && !isShared) continue;
    const records = await moveGeneration(app, { ...generation, hasTable });
    app.log.info(
      { dataset: generation.datasetUid, records, done: index + 1, of: generations.length },
      'Wrote the records of a dataset to a file.',
    );
  }
  // a worker of the version before may still write to the table of a run
  const running = await app.db.rows<{ id: string }>(
    sql`select id::text as id from generation where id = any(${[...tables]}::bigint[]) and replaced_at is null`,
  );
  for (const id of tables.difference(new Set(running.map((generation) => generation.id)))) await dropTable(app.db, id);
  if (isShared) await app.db.rows(sqlText('drop table record'));
}

/** Writes the records of a generation to a file, and returns their number. */
async function moveGeneration(app: App, { id, datasetUid, fields, hasTable }: EarlierGeneration): Promise<number> {
  const complete = fields.map((field): EarlierField => ({
    ...{ label: field.name, description: '', annotations: [], column: null },
    ...field,
  }));
  const table = hasTable ? tableOfGeneration(id, complete) : sharedTable(id);
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
    await writeAll(app.db, table, complete, writer);
    const written = await writer.finish(new AbortController().signal);
    const [{ count } = { count: 0 }] = await app.db.rows<{ count: number }>(
      sql`select count(*)::float8 as count from ${table.from}`,
    );
    if (written.recordCount !== count)
      throw new SetupError(
        `The table of the generation ${id} has ${count} records, and its file ${written.recordCount}. Start again; the table is kept.`,
      );
    await app.db.rows(setWrittenRecords(id, written));
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
): Promise<void> {
  writer.extend(fields);
  for await (const batch of readEarlierRecords(db, table)) {
    for (const { madeAt, records } of byInstant(batch)) writer.add(records, fields, madeAt);
    if (writer.waiting > maxWaiting) await writer.load();
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
  db.rows(sqlText(`drop table if exists records.g${Number(id)}`));
