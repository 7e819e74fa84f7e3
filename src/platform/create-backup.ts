import { mkdir, readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Sql, sqlJoin } from '#kernel/sql.ts';
import { advisoryLocks } from './database/advisory-locks.ts';
import { asOptions, searchPathOf, type SessionSettings } from './database/session-settings.ts';
import { SetupError } from './system-errors.ts';
import type { Storage } from './storage/storage.ts';
import {
  type BackupFile,
  backupPaths,
  type DumpedTable,
  isIndexOf,
  type Manifest,
  readLines,
  requireRecordsTable,
  tableName,
  writeCompressed,
  writeManifest,
} from './backup-file.ts';
import { forEachInParallel } from '#kernel/concurrency.ts';
import { copiesAtATime, copyBlob } from './storage/copy-blobs.ts';
import { openDiskStorage } from './storage/disk-storage.ts';
import { jobTables } from './job-queue.ts';

/** What is backed up, and where to. */
interface BackupOptions {
  readonly databaseUrl: string;
  /** The schema of a catalog with one schema. */
  readonly schema: string | undefined;
  readonly storage: Storage;
  /** A new or an empty folder. */
  readonly folder: string;
  /** Queries for the keys of all blobs that rows refer to. */
  readonly blobReferences: readonly Sql[];
}

/**
 * Backs up the database and the stored files while the service runs. All tables are read from one snapshot, and no file that the snapshot
 * refers to is removed before it is copied. Fails with a SetupError for a folder that is not empty.
 */
export async function createBackup({
  databaseUrl,
  schema,
  storage,
  folder,
  blobReferences,
}: BackupOptions): Promise<Manifest> {
  await requireEmptyFolder(folder);
  const startedAt = new Date().toISOString();
  const client = await connect(databaseUrl, schema);
  try {
    // No file and no table of records is removed while this lock is held, and no migration runs while the tables are read.
    await client.query(
      `select pg_advisory_lock(${advisoryLocks.backup}), pg_advisory_lock(${advisoryLocks.migration})`,
    );
    await client.query('begin isolation level repeatable read read only');
    const database = await dumpDatabase(client, { databaseUrl, schema, folder, blobReferences });
    await client.query('commit');
    await client.query(`select pg_advisory_unlock(${advisoryLocks.migration})`);
    const manifest = { format: 1, startedAt, ...database, ...(await backUpBlobs(storage, folder)) } as const;
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

async function requireEmptyFolder(folder: string): Promise<void> {
  const { database, blobs } = backupPaths(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new SetupError(`${folder} is not empty. Name a new folder.`);
  await Promise.all([database, blobs].map((path) => mkdir(path, { mode: 0o700 })));
}

const settings: SessionSettings = {
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  datestyle: 'ISO',
  extra_float_digits: 1,
};

async function connect(connectionString: string, schema: string | undefined): Promise<Client> {
  const options = asOptions({ ...settings, ...searchPathOf(schema) });
  const client = new Client({ connectionString, options, keepAlive: true, application_name: 'catalograph backup' });
  // The error event is ignored, because the next statement rejects.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function dumpDatabase(
  client: Client,
  { databaseUrl, schema, folder, blobReferences }: Omit<BackupOptions, 'storage'>,
) {
  const paths = backupPaths(folder);
  const snapshot = await valueOf<string>(client, 'select pg_export_snapshot() as value');
  const migrations = await valueOf<string[]>(
    client,
    'select array(select name::text from migration order by id) as value',
  );
  const tables = await readTables(client, schema);
  const counts = { tableCount: tables.length, rowCount: 0 };
  const reader = await connect(databaseUrl, schema);
  try {
    const lines = async function* () {
      for (const table of tables) {
        const dumped = await dumpTable(reader, { schema, snapshot, table, path: paths.table(table) });
        counts.rowCount += dumped.rows;
        yield `${JSON.stringify(dumped)}\n`;
      }
    };
    const list = await writeCompressed(paths.tables, Readable.from(lines()));
    const keys = sqlJoin(blobReferences, ' union ').render().textIn(schema);
    const { file: blobs } = await copyOut(
      client,
      `(select key from (${keys}) reference(key) where key is not null order by key)`,
      paths.blobList,
    );
    return { migrations, tables: list, ...counts, blobs, sequences: await readSequences(client) };
  } finally {
    await reader.end();
  }
}

/** A table whose rows are written. */
interface TableDump extends Pick<BackupOptions, 'schema'> {
  readonly snapshot: string;
  readonly table: TableDefinition;
  readonly path: string;
}

/** Writes the rows of a table. Its transaction is short, so that statements which alter the table do not wait for the whole backup. */
async function dumpTable(reader: Client, { schema, snapshot, table, path }: TableDump): Promise<DumpedTable> {
  const { name, columns, create, indexes } = table;
  await reader.query(`begin isolation level repeatable read read only; set transaction snapshot '${snapshot}'`);
  const copied = await copyOut(reader, `${tableName(table, schema)} (${columns.join(', ')})`, path);
  await reader.query('commit');
  return { schema: table.schema, name, columns: [...columns], create, indexes: [...indexes], ...copied };
}

async function copyOut(client: Client, what: string, path: string): Promise<{ rows: number; file: BackupFile }> {
  const content = client.query(copyTo(`copy ${what} to stdout`));
  const file = await writeCompressed(path, content);
  return { rows: content.rowCount, file };
}

async function valueOf<T>(client: Client, text: string): Promise<T> {
  const { rows } = await client.query<{ value: T }>(text);
  const [row] = rows;
  if (!row) throw new Error(`No row: ${text}`);
  return row.value;
}

/** The sequences, read after the tables: what has been drawn since then only leaves a gap. */
async function readSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(sequencename) as name
    from pg_sequences
    where schemaname = current_schema() and sequencename <> 'migration_id_seq'`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows)
    sequences.push(
      await valueOf(
        client,
        `select jsonb_build_object('name', '${name}', 'value', last_value::text, 'isCalled', is_called) as value from ${name}`,
      ),
    );
  return sequences;
}

/** Copies the files of the list. The hash of each is checked on its way; those that are missing or damaged are returned by their key. */
async function backUpBlobs(
  storage: Storage,
  folder: string,
): Promise<Pick<Manifest, 'blobCount' | 'blobBytes' | 'missingBlobs'>> {
  const { blobs, blobList } = backupPaths(folder);
  const target = await openDiskStorage(blobs);
  const missingBlobs: string[] = [];
  const copied = { blobCount: 0, blobBytes: 0 };
  await forEachInParallel(readLines(blobList), copiesAtATime, async (key) => {
    const found = await copyBlob(storage, target, { key, bytes: Infinity });
    if (typeof found === 'string') missingBlobs.push(key);
    else {
      copied.blobCount += 1;
      copied.blobBytes += found.bytes;
    }
  });
  return { ...copied, missingBlobs };
}

/** A table as the catalog of PostgreSQL describes it. */
interface TableDefinition {
  /** Null for the schema where unqualified names are created, which may have another name where the backup is restored. */
  readonly schema: 'records' | 'totals' | null;
  readonly name: string;
  /** The stored columns, quoted. */
  readonly columns: readonly string[];
  readonly create: string | null;
  readonly indexes: readonly string[];
}

/** Generations that readers see, or will see when a deleted dataset is restored. A run that is under way writes another one after a restoration. */
const readGenerations = `select 'g' || g.id from generation g
  where g.replaced_at = 'infinity' or exists (select from dataset d where d.generation = g.id)`;

/** A column of a new table. */
const columnDefinition = `concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
  case when a.attstorage <> t.typstorage then
    'storage ' || case a.attstorage when 'e' then 'external' when 'm' then 'main' when 'p' then 'plain' else 'extended' end end,
  case when a.attcollation <> t.typcollation then (select 'collate ' || quote_ident(n.nspname) || '.' || quote_ident(l.collname)
    from pg_collation l join pg_namespace n on n.oid = l.collnamespace where l.oid = a.attcollation) end,
  case when a.attgenerated = 's' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
    else 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
  case when a.attnotnull then 'not null' end)`;

/** The schemas that have the tables of the service, as a list in SQL. */
export const tableSchemas = (schema: string | undefined): string =>
  schema === undefined ? `current_schema(), 'records', 'totals'` : 'current_schema()';

/**
 * The tables of the service, each with its schema and name as in a catalog without DATABASE_SCHEMA, and with what the definitions of its indexes
 * call it.
 */
const tablesIn = (schema: string | undefined): string =>
  schema === undefined
    ? `select c.oid, nullif(n.nspname, current_schema()) as schema, c.relname as name, ${storedName}
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in (${tableSchemas(schema)}) and ${isTable}`
    : `select c.oid, split[1] as schema, coalesce(split[2], c.relname) as name, ${storedName}
      from pg_class c left join lateral regexp_match(c.relname, '^(records|totals)_(.*)$') split on true
      where c.relnamespace = current_schema()::regnamespace and c.relname <> all('{${jobTables.join(',')}}') and ${isTable}`;

const storedName = `format('%s.%I', c.relnamespace::regnamespace, c.relname) as stored`;

const isTable = `c.relkind = 'r' and c.relpersistence = 'p' and not c.relispartition and c.relname <> 'migration'`;

/**
 * The tables with the data of the service. Those of the schema `records` are made while the service runs, so they have the statements that
 * create them. A backup does not depend on the schemas of the catalog: it describes the tables of all as those of one without DATABASE_SCHEMA.
 */
export async function readTables(client: Client, schema: string | undefined): Promise<readonly TableDefinition[]> {
  const { rows } = await client.query<TableDefinition>(`
    select c.schema, c.name,
      (select array_agg(quote_ident(a.attname) order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      case when c.schema = 'records' then (
        select format('create table %I.%I (', c.schema, c.name) || string_agg(${columnDefinition}, ', ' order by a.attnum) || ')'
          || coalesce(string_agg(case when a.attstattarget >= 0 then
            format('; alter table %I.%I alter column %I set statistics %s', c.schema, c.name, a.attname, a.attstattarget)
            end, ''), '')
        from pg_attribute a
        join pg_type t on t.oid = a.atttypid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) end as create,
      case when c.schema = 'records' then array(
        select def
        from (
          select replace(
            pg_get_indexdef(i.indexrelid),
            format(' ON %s USING ', c.stored),
            format(' ON %I.%I USING ', c.schema, c.name)) as def
          from pg_index i
          where i.indrelid = c.oid and i.indisvalid) d
        where def is not null
        order by 1) else '{}' end as indexes
    from (${tablesIn(schema)}) c
    where c.schema is distinct from 'records' or c.name in (${readGenerations})
    order by 1 nulls first, 2`);
  return rows.map((table) => {
    if (table.create === null) return table;
    // An index that an administrator added is left out.
    const indexes = table.indexes.filter((index) => isIndexOf(table.name, index));
    requireRecordsTable({ ...table, create: table.create, indexes });
    return { ...table, indexes };
  });
}
