import { Client } from 'pg';
import { asOptions, searchPathOf } from './database/session-settings.ts';
import { SetupError } from './system-errors.ts';
import { namePrefix } from '#kernel/sql.ts';
import { copiesAtATime, copyBlobs } from './storage/copy-blobs.ts';
import { openDiskStorage } from './storage/disk-storage.ts';
import { isBlobKey, type Storage } from './storage/storage.ts';
import {
  backupPaths,
  type DumpedTable,
  type Manifest,
  parseTable,
  readCompressed,
  readLines,
  readManifest,
  tableName,
  verifyFile,
} from './backup-file.ts';
import { readTables, tableSchemas } from './create-backup.ts';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { forEachInParallel } from '#kernel/concurrency.ts';
import { from as copyFrom } from 'pg-copy-streams';

/** What a backup is restored to. */
interface RestoreOptions {
  readonly folder: string;
  /** An empty database. */
  readonly databaseUrl: string;
  /** The schema of a catalog with one schema. */
  readonly schema: string | undefined;
  /** A storage that belongs to no catalog. */
  readonly storage: Storage;
  /** Runs these migrations on the database. */
  readonly migrate: (names: readonly string[]) => Promise<void>;
}

/**
 * Restores a backup to an empty database and a new storage. Nothing is written before every byte of the backup is verified. The tables of
 * the service are loaded last, in one transaction, so an interrupted restoration never looks like a catalog. Fails with a SetupError.
 */
export async function restoreBackup({
  folder,
  databaseUrl,
  schema,
  storage,
  migrate,
}: RestoreOptions): Promise<Manifest> {
  const client = new Client({
    connectionString: databaseUrl,
    options: asOptions({ statement_timeout: 0, ...searchPathOf(schema) }),
    keepAlive: true,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await requireNew(client, schema, storage);
    const manifest = await verifyBackup(folder);
    await migrate(manifest.migrations);
    await requireKnownColumns(client, folder, schema);
    await copyBlobs(await openDiskStorage(backupPaths(folder).blobs), storage);
    const tables: DumpedTable[] = [];
    for await (const line of readLines(backupPaths(folder).tables)) {
      const table = parseTable(line);
      if (table.create === null) tables.push(table);
      else await loadRecords(client, { folder, schema }, table);
    }
    const storageId = await storage.createId();
    await loadTables(client, { folder, schema }, { tables, sequences: manifest.sequences, storageId });
    await client.query('analyze');
    return manifest;
  } finally {
    await client.end();
  }
}

async function requireNew(client: Client, schema: string | undefined, storage: Storage): Promise<void> {
  const { rows } = await client.query(
    `select 1
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in (${tableSchemas(schema)})
    limit 1`,
  );
  if (rows.length > 0)
    throw new SetupError(
      'The database is not empty. Restore to a new database: set DATABASE_URL, or another DATA_DIR.',
    );
  if ((await storage.readId()) !== undefined)
    throw new SetupError(
      `The storage ${storage.location} belongs to a catalog. Set STORAGE_URL to a new folder or to another prefix. ` +
        `Where the database of these files is lost, remove ${storage.idLocation}: files that are there are not copied again.`,
    );
}

/** Fails with a SetupError where the backup has a table or a column that the migrations do not create. */
async function requireKnownColumns(client: Client, folder: string, schema: string | undefined): Promise<void> {
  const known = new Map((await readTables(client, schema)).map((table) => [tableName(table), new Set(table.columns)]));
  for await (const line of readLines(backupPaths(folder).tables)) {
    const table = parseTable(line);
    if (table.create !== null) continue;
    const columns = known.get(tableName(table));
    const unknown = columns ? table.columns.find((column) => !columns.has(column)) : '';
    if (unknown !== undefined)
      throw new SetupError(
        `The backup has ${unknown ? `the column ${unknown} of ` : ''}the table ${tableName(table)}, which the migrations of the backup do not create. ` +
          'No row and no file was restored. Remove it where the backup was made, make another backup, and restore that one to a new database.',
      );
  }
}

/** Checks that every byte of a backup is as it was written, and returns its manifest. Fails with a SetupError. */
async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const paths = backupPaths(folder);
  await verifyFile(paths.tables, manifest.tables);
  await verifyFile(paths.blobList, manifest.blobs);
  for await (const line of readLines(paths.tables)) {
    const table = parseTable(line);
    await verifyFile(paths.table(table), table.file);
  }
  const storage = await openDiskStorage(paths.blobs);
  const missing = new Set(manifest.missingBlobs);
  await forEachInParallel(readLines(paths.blobList), copiesAtATime, async (key) => {
    if (missing.has(key)) return;
    if (!isBlobKey(key))
      throw new SetupError(`The backup is damaged: ${key.slice(0, 100)} is no key of a stored file.`);
    const hash = createHash('sha256');
    await pipeline(await storage.read(key), hash).catch(() => undefined);
    if (hash.digest('hex') !== key)
      throw new SetupError(`The backup is damaged: the stored file ${key} is missing or changed. Use another backup.`);
  });
  return manifest;
}

/** What `loadTables` loads. */
interface LoadedTables extends Pick<Manifest, 'sequences'> {
  readonly tables: readonly DumpedTable[];
  /** The identifier of the storage that the files were restored to. */
  readonly storageId: string;
}

/** The backup that is restored, and the schema of the catalog that it is restored to. */
type Restored = Pick<RestoreOptions, 'folder' | 'schema'>;

/** Creates a table of records with its rows and indexes. Each statement names only that table, as `parseTable` has checked. */
async function loadRecords(client: Client, restored: Restored, table: DumpedTable): Promise<void> {
  const [named, stored] = [tableName(table), tableName(table, restored.schema)];
  await client.query(`begin; ${table.create?.replaceAll(named, stored) ?? ''}`);
  await copyIn(client, restored, table);
  for (const index of table.indexes) await client.query(index.replaceAll(named, stored));
  await client.query('commit');
}

/**
 * Loads the tables of the service in one transaction. Triggers do not run, because their tables are loaded too; foreign keys are checked
 * once all rows are there. Both need no other right than that of the owner of the tables.
 */
async function loadTables(
  client: Client,
  restored: Restored,
  { tables, sequences, storageId }: LoadedTables,
): Promise<void> {
  const { schema } = restored;
  const names = tables.map((table) => tableName(table, schema));
  await client.query('begin');
  const foreignKeys = await readForeignKeys(client, schema);
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  for (const table of tables) await copyIn(client, restored, table);
  await requireColumnNames(client);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::text::regclass, $2::bigint, $3::boolean)', [name, value, isCalled]);
  await client.query('update storage_folder set folder = $1', [storageId]);
  await client.query(`select ${namePrefix('totals', schema)}correct()`);
  await client.query('commit');
}

/** Copies the rows of a table, not as a superuser. Throws when their number is not that of the backup. */
async function copyIn(client: Client, { folder, schema }: Restored, table: DumpedTable): Promise<void> {
  await client.query(
    `select set_config('role', 'pg_write_all_data', true) from pg_roles where rolname = current_user and rolsuper`,
  );
  const target = client.query(copyFrom(`copy ${tableName(table, schema)} (${table.columns.join(', ')}) from stdin`));
  await pipeline(readCompressed(backupPaths(folder).table(table)), target);
  await client.query('reset role');
  if (target.rowCount !== table.rows)
    throw new Error(`${tableName(table)} got ${target.rowCount} rows instead of ${table.rows}.`);
}

/** Statements about records name the columns that the rows of `generation` name: fails with a SetupError for any other name. */
async function requireColumnNames(client: Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from generation g, jsonb_array_elements(g.fields) field
     where not coalesce(field -> 'column' = 'null'
       or jsonb_typeof(field -> 'column') = 'string' and field ->> 'column' ~ '^c[0-9]{1,4}$', false)
     limit 1`,
  );
  const [row] = rows;
  if (row)
    throw new SetupError(
      `The backup names columns of the table ${tableName({ schema: 'records', name: `g${row.id}` })} that this service does not create. Use another backup.`,
    );
}

interface ForeignKeyDefinition {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function readForeignKeys(client: Client, schema: string | undefined): Promise<readonly ForeignKeyDefinition[]> {
  const { rows } = await client.query<ForeignKeyDefinition>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f'
       and connamespace in (select oid from pg_namespace where nspname in (${tableSchemas(schema)}))`,
  );
  return rows;
}
