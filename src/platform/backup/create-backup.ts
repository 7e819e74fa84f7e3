import { mkdir, readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Sql, sqlJoin } from '#kernel/sql.ts';
import { advisoryLocks } from '../database/advisory-locks.ts';
import { searchPathOf, useOneSchema } from '../database/one-schema.ts';
import { asOptions, type SessionSettings } from '../database/pool/session-settings.ts';
import { SetupError } from '../setup-error.ts';
import type { Storage } from '../storage/storage.ts';
import { type BackupFile, readLines, writeCompressed } from './backup-file.ts';
import { backupPaths, type DumpedTable, type Manifest, tableName, writeManifest } from './manifest.ts';
import { readTables, type TableDefinition } from './table-definitions.ts';
import { forEachInParallel } from '#kernel/for-each-in-parallel.ts';
import { copiesAtATime, copyBlob } from '../storage/copy-blobs.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';

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
  if (schema !== undefined) useOneSchema(client, schema);
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
        const dumped = await dumpTable(reader, snapshot, table, paths.table(table));
        counts.rowCount += dumped.rows;
        yield `${JSON.stringify(dumped)}\n`;
      }
    };
    const list = await writeCompressed(paths.tables, Readable.from(lines()));
    const keys = sqlJoin(blobReferences, ' union ').render().text;
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

/** Writes the rows of a table. Its transaction is short, so that statements which alter the table do not wait for the whole backup. */
async function dumpTable(reader: Client, snapshot: string, table: TableDefinition, path: string): Promise<DumpedTable> {
  const { schema, name, columns, create, indexes } = table;
  await reader.query(`begin isolation level repeatable read read only; set transaction snapshot '${snapshot}'`);
  const copied = await copyOut(reader, `${tableName(table)} (${columns.join(', ')})`, path);
  await reader.query('commit');
  return { schema, name, columns: [...columns], create, indexes: [...indexes], ...copied };
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
    `select quote_ident(sequencename) as name from pg_sequences where schemaname = current_schema() and sequencename <> 'migration_id_seq'`,
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
