import { Client } from 'pg';
import { searchPathOf, useOneSchema } from '../database/one-schema.ts';
import { asOptions } from '../database/pool/session-settings.ts';
import { SetupError } from '../setup-error.ts';
import { copiesAtATime, copyBlobs } from '../storage/copy-blobs.ts';
import { openDiskStorage } from '../storage/disk-storage.ts';
import { isBlobKey, type Storage } from '../storage/storage.ts';
import { readLines, verifyFile } from './backup-file.ts';
import { loadRecords, loadTables } from './load-tables.ts';
import { backupPaths, type DumpedTable, type Manifest, parseTable, readManifest, tableName } from './manifest.ts';
import { readTables } from './table-definitions.ts';
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { forEachInParallel } from '#kernel/for-each-in-parallel.ts';

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
  if (schema !== undefined) useOneSchema(client, schema);
  try {
    await requireNew(client, storage);
    const manifest = await verifyBackup(folder);
    await migrate(manifest.migrations);
    await requireKnownColumns(client, folder, schema);
    await copyBlobs(await openDiskStorage(backupPaths(folder).blobs), storage);
    const tables: DumpedTable[] = [];
    for await (const line of readLines(backupPaths(folder).tables)) {
      const table = parseTable(line);
      if (table.create === null) tables.push(table);
      else await loadRecords(client, folder, table);
    }
    await loadTables(client, folder, { tables, sequences: manifest.sequences, storageId: await storage.createId() });
    await client.query('analyze');
    return manifest;
  } finally {
    await client.end();
  }
}

async function requireNew(client: Client, storage: Storage): Promise<void> {
  const { rows } = await client.query(
    `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname in (current_schema(), 'records', 'totals') limit 1`,
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
