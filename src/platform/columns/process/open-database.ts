import { DuckDBInstance } from '@duckdb/node-api';
import { textDecoder } from '@duckdb/node-api/lib/vectors/dataAccessors.js';
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ColumnFunctions } from '../column-functions.ts';
import type { EngineSettings } from '../protocol.ts';
import { registerFunctions } from './register-functions.ts';
import { sqlLiteral } from './sql-text.ts';

/**
 * The number of rows up to which a sorted page is chosen before its other columns are read. Pages by offset reach 10,000 rows, and those after a cursor
 * are shorter.
 */
const maxPageRows = 20_000;

/** The binding decodes texts with a decoder that removes U+FEFF from their beginning, and has no setting for it. */
const completeDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
textDecoder.decode = (bytes) => completeDecoder.decode(bytes);

/** What an engine in the process may use. */
export type DatabaseSettings = Pick<
  EngineSettings,
  'cacheFolder' | 'workFolder' | 'memoryLimit' | 'threads' | 'tempBytes'
>;

/** Opens an engine, with functions if there are any. It can read and write the folder of native files only. */
export async function openColumnDatabase(
  settings: DatabaseSettings,
  functions?: ColumnFunctions,
): Promise<DuckDBInstance> {
  const spillFolder = join(settings.workFolder, `spill-${randomUUID()}`);
  await mkdir(spillFolder, { recursive: true });
  const database = await DuckDBInstance.create(':memory:', { threads: String(settings.threads) });
  const connection = await database.connect();
  if (functions) await registerFunctions(connection, functions);
  for (const setting of [
    `late_materialization_max_rows = ${maxPageRows}`,
    `global TimeZone = 'UTC'`,
    `memory_limit = '${settings.memoryLimit}B'`,
    `temp_directory = ${sqlLiteral(spillFolder)}`,
    `max_temp_directory_size = '${settings.tempBytes}B'`,
    // Returns small blocks to the system as well once large queries have ended, which the engine does not count: a third less memory remains.
    `allocator_flush_threshold = '8MB'`,
    `allocator_bulk_deallocation_flush_threshold = '32MB'`,
    // The order of these two matters.
    `allowed_directories = [${sqlLiteral(settings.cacheFolder)}]`,
    'enable_external_access = false',
  ])
    await connection.run(`set ${setting}`);
  connection.closeSync();
  return database;
}

/** Keeps statements from changing a setting, also one of their connection. */
export async function lockSettings(database: DuckDBInstance): Promise<void> {
  const connection = await database.connect();
  await connection.run('set lock_configuration = true');
  connection.closeSync();
}
