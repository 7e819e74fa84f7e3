import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { SetupError } from '../setup-error.ts';
import { readCompressed } from './backup-file.ts';
import { backupPaths, tableName, type DumpedTable, type Manifest } from './manifest.ts';

/** What `loadTables` loads. */
interface LoadedTables extends Pick<Manifest, 'sequences'> {
  readonly tables: readonly DumpedTable[];
  /** The identifier of the storage that the files were restored to. */
  readonly storageId: string;
}

/** Creates a table of records with its rows and indexes. */
export async function loadRecords(client: Client, folder: string, table: DumpedTable): Promise<void> {
  await client.query(`begin; ${table.create ?? ''}`);
  await copyIn(client, folder, table);
  for (const index of table.indexes) await client.query(index);
  await client.query('commit');
}

/**
 * Loads the tables of the service in one transaction. Triggers do not run, because their tables are loaded too; foreign keys are checked
 * once all rows are there. Both need no other right than that of the owner of the tables.
 */
export async function loadTables(
  client: Client,
  folder: string,
  { tables, sequences, storageId }: LoadedTables,
): Promise<void> {
  const names = tables.map(tableName);
  await client.query('begin');
  const foreignKeys = await readForeignKeys(client);
  for (const { table, name } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  for (const table of tables) await copyIn(client, folder, table);
  await requireColumnNames(client);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::text::regclass, $2::bigint, $3::boolean)', [name, value, isCalled]);
  await client.query('update storage_folder set folder = $1', [storageId]);
  await client.query('select totals.correct()');
  await client.query('commit');
}

/** Copies the rows of a table, not as a superuser. Throws when their number is not that of the backup. */
async function copyIn(client: Client, folder: string, table: DumpedTable): Promise<void> {
  await client.query(
    `select set_config('role', 'pg_write_all_data', true) from pg_roles where rolname = current_user and rolsuper`,
  );
  const target = client.query(copyFrom(`copy ${tableName(table)} (${table.columns.join(', ')}) from stdin`));
  await pipeline(readCompressed(backupPaths(folder).table(table)), target);
  await client.query('reset role');
  if (target.rowCount !== table.rows)
    throw new Error(`${tableName(table)} got ${target.rowCount} rows instead of ${table.rows}.`);
}

/** Statements about records name the columns that the rows of `generation` name: fails with a SetupError for any other name. */
async function requireColumnNames(client: Client): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select id from generation g, jsonb_array_elements(g.fields) field
     where not coalesce(field -> 'column' = 'null' or jsonb_typeof(field -> 'column') = 'string' and field ->> 'column' ~ '^c[0-9]{1,4}$', false) limit 1`,
  );
  const [row] = rows;
  if (row)
    throw new SetupError(
      `The backup names columns of the table records.g${row.id} that this service does not create. Use another backup.`,
    );
}

interface ForeignKeyDefinition {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function readForeignKeys(client: Client): Promise<readonly ForeignKeyDefinition[]> {
  const { rows } = await client.query<ForeignKeyDefinition>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace in (select oid from pg_namespace where nspname in (current_schema(), 'totals'))`,
  );
  return rows;
}
