import type { Prepare } from '../../../api/catalog-module.ts';
import type { DataRecord } from '../../../engine/records/record.ts';
import { sql, sqlText } from '../../../kernel/sql.ts';
import { advisoryLocks } from '../../../platform/database/advisory-locks.ts';
import { BulkLineWriter } from '../../../platform/database/bulk-line-writer.ts';
import { firstRow, type DatabaseClient } from '../../../platform/database/database-client.ts';
import type { PublishedField } from '../record-field.ts';
import { finishTable } from '../table/finish-table.ts';
import { createTable, placeOfTables, recordsSchema, tableName, tableOf } from '../table/generation-table.ts';
import { RecordEncoder } from '../table/record-encoder.ts';
import { recordIdentityOf } from '../table/record-identity.ts';
import { addColumns, TableColumns } from '../table/table-columns.ts';

type App = Parameters<Prepare>[0];

/** A generation whose records may still be in the table `record`. */
interface EarlierGeneration {
  readonly id: string;
  readonly datasetUid: string;
  readonly createdAt: string;
  readonly fields: readonly (Pick<PublishedField, 'name' | 'type'> & Partial<PublishedField>)[];
}

/** How many records one statement reads, and how many bytes at most; it reads at least one record. */
const maxBatch = { records: 1_000, bytes: 4 * 1024 * 1024 };

/**
 * Moves the records of earlier versions, which are in one table `record`, to tables of their own, and drops that table. Each generation
 * moves in a transaction, so an interrupted start continues where it stopped. Later starts do nothing.
 */
export const moveRecords: Prepare = async (app) => {
  if (!(await hasEarlierRecords(app.db))) return;
  await app.maintenance.use(
    async (run) => {
      await run(sql`select pg_advisory_lock(${advisoryLocks.records}::bigint)`);
      if (await hasEarlierRecords(app.db)) await moveAll(app);
    },
    { statementTimeoutMs: 0, signal: new AbortController().signal },
  );
};

const hasEarlierRecords = async (db: DatabaseClient): Promise<boolean> =>
  (await firstRow(db, sql`select 1 where to_regclass('record') is not null`)) !== undefined;

async function moveAll(app: App): Promise<void> {
  const generations = await app.db.rows<EarlierGeneration>(sql`
    select g.id::text as id, g.dataset_uid as "datasetUid", g.created_at::text as "createdAt",
      coalesce(case when d.generation = g.id then d.published_fields else r.progress -> 'fields' end, '[]'::jsonb) as fields
    from generation g left join dataset d on d.uid = g.dataset_uid left join publication_run r on r.dataset_uid = g.dataset_uid
    where d.generation = g.id or r.generation = g.id order by g.id`);
  for (const generation of generations) {
    const moved = await moveGeneration(app, generation);
    await finishTable(app, Number(generation.id), { facets: [], signal: new AbortController().signal });
    if (moved) app.log.info({ dataset: generation.datasetUid, ...moved }, 'Moved records to a table of their own.');
  }
  await app.db.rows(sqlText('drop table record'));
}

/** Moves the records of a generation to its table, unless the table exists already. */
function moveGeneration(
  { config, db, bulkLoader, secrets }: App,
  { id, datasetUid, createdAt, fields }: EarlierGeneration,
): Promise<{ readonly records: string } | undefined> {
  const { schema, prefix } = placeOfTables({ config });
  const assigned = new TableColumns().assign(
    fields.map((field) => ({
      ...field,
      label: field.label ?? field.name,
      description: field.description ?? '',
      annotations: field.annotations ?? [],
    })),
  );
  const encoder = new RecordEncoder(assigned, recordIdentityOf(secrets, datasetUid));
  const columns = addColumns(tableOf(id), assigned);
  return bulkLoader.load(
    sql`
    update generation set fields = ${JSON.stringify(assigned)}::jsonb, words = 'complete',
      (record_count, keyed_count) = (select coalesce(max(position) + 1, 0), coalesce(max(position) + 1, 0) from record where generation = ${id}::bigint)
    where id = ${id}::bigint and to_regclass(${`${schema}.${prefix}${tableName(id)}`}) is null returning record_count as records`,
    [{ columns: `${recordsSchema}.${tableName(id)} (${encoder.columns.join(', ')})`, lines: linesOf(db, id, encoder) }],
    [sqlText('set local statement_timeout = 0'), createTable(id, new Date(createdAt)), ...(columns ? [columns] : [])],
  );
}

async function* linesOf(db: DatabaseClient, generation: string, encoder: RecordEncoder): AsyncGenerator<Buffer> {
  const writer = new BulkLineWriter(64 * 1024);
  for (let next = 0; ;) {
    const rows = await db.rows<{ position: string; value: DataRecord }>(sql`
      select position::text as position, value from (
        select position, value, sum(octet_length(value::text)) over (order by position) - octet_length(value::text) as before
        from (select position, value from record where generation = ${generation}::bigint and position >= ${next}::bigint
          order by position limit ${maxBatch.records}::int) r) batch
      where before < ${maxBatch.bytes}::bigint order by batch.position`);
    const last = rows.at(-1);
    if (!last) return;
    next = Number(last.position) + 1;
    for (const { position, value } of rows) encoder.writeLine(value, Number(position), writer);
    yield writer.take();
  }
}
