import type { DuckDBConnection } from '@duckdb/node-api';
import type { Requests } from '../protocol.ts';
import { lockSettings, openDatabase, type DatabaseSettings } from './open-database.ts';
import { minBufferBytes } from './read-lines.ts';
import { literal } from './sql-text.ts';
import { interruptible } from './statement-connections.ts';

/**
 * The maximum number of rows of a row group. A query reads whole row groups of the columns that it needs: with 30,720 rows a page by position takes a third of the
 * time that it takes with the default of 122,880, and scans are as fast. The number is a multiple of 2,048.
 */
const maxGroupRows = 30_720;
const minGroupRows = 2_048;
/** The number of values of a row group, which a writer holds in memory. */
const maxGroupValues = 4 * 1024 * 1024;

/**
 * The sizes of blocks: a file has several for each column, and a writer holds one for each. A file with 100 records of 20 fields has 190 kB with small
 * ones, and 800 kB with others.
 */
const blockSizes = { small: 16_384, large: 262_144 };
const manyColumns = 300;

/** What a writer needs in memory, in bytes: in any case, for each column, and for the buffers of its longest line. */
const writerBytes = { base: 96 * 1024 * 1024, column: 400 * 1024, lineFactor: 16 };

/** The name under which a native file is attached while it is written. */
export const newFile = 'written';

/** A native file to write. */
interface NewNativeFile {
  readonly path: string;
  readonly columnCount: number;
  /** Whether it will have few records. */
  readonly isSmall: boolean;
  readonly maxLineBytes?: number;
}

/**
 * Creates a native file in an engine of its own: the memory of that engine is what the file needs, and all memory is returned when it closes. The file has
 * no log: one that was not completed is removed.
 */
export async function createNativeFile(
  settings: DatabaseSettings,
  { path, columnCount, isSmall, maxLineBytes = 0 }: NewNativeFile,
): Promise<{ readonly connection: DuckDBConnection; readonly close: () => void }> {
  const { base, column, lineFactor } = writerBytes;
  const memoryLimit = Math.min(
    base + column * columnCount + lineFactor * Math.max(maxLineBytes - minBufferBytes, 0),
    settings.memoryLimit,
  );
  const database = await openDatabase({ ...settings, memoryLimit });
  await lockSettings(database);
  const connection = await database.connect();
  const close = () => {
    connection.closeSync();
    database.closeSync();
  };
  const groupRows = Math.floor(maxGroupValues / Math.max(columnCount, 1) / minGroupRows) * minGroupRows;
  const options = [
    `row_group_size ${Math.min(Math.max(groupRows, minGroupRows), maxGroupRows)}`,
    `block_size ${isSmall || columnCount > manyColumns ? blockSizes.small : blockSizes.large}`,
    `storage_version 'latest'`,
    'recovery_mode no_wal_writes',
  ];
  try {
    await connection.run(`attach ${literal(path)} as ${newFile} (${options.join(', ')})`);
    return { connection, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** The key of a record in the table of identifiers: the first 8 bytes of `_id`. */
export const idKey = `('0x' || hex(_id[1:8]))::ubigint`;

/** Creates the table of identifiers from the records in the table `r`. */
export async function createIds(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    `create table ${newFile}.ids as select ${idKey} as key, _position as position from ${newFile}.r order by key`,
  );
}

/** Completes the file that is written. */
export async function completeNativeFile(connection: DuckDBConnection): Promise<void> {
  await connection.run(`checkpoint ${newFile}`);
  await connection.run(`detach ${newFile}`);
}

/** Makes a native file of the Parquet file of a generation. The client removes it when this fails. */
export async function buildNativeFile(
  settings: DatabaseSettings,
  { parquet, path, isSmall }: Requests['buildFile']['request'],
  signal: AbortSignal,
): Promise<void> {
  const source = `from read_parquet(${literal(parquet)})`;
  const { connection, close } = await createNativeFile(settings, {
    path,
    columnCount: await columnCountOf(settings, source),
    isSmall,
  });
  try {
    await interruptible(connection, signal, async () => {
      await connection.run(`create table ${newFile}.r as ${source}`);
      await createIds(connection);
      await completeNativeFile(connection);
    });
  } finally {
    close();
  }
}

async function columnCountOf(settings: DatabaseSettings, source: string): Promise<number> {
  const database = await openDatabase(settings);
  const connection = await database.connect();
  try {
    const prepared = await connection.prepare(source);
    return prepared.columnCount;
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}
