import type { DuckDBConnection } from '@duckdb/node-api';
import { rm, stat } from 'node:fs/promises';
import { restoredColumnsKey, type MadeColumn } from '../column-engine.ts';
import type { ColumnFunctions } from '../column-functions.ts';
import { maxSmallLineBytes, vectorRows, wideLineBytes, type FileLayout, type Requests } from '../protocol.ts';
import { needsMemory } from './engine-failure.ts';
import { NewNativeFile, newFile, type WriterMemory } from './native-file.ts';
import type { DatabaseSettings } from './open-database.ts';
import { sqlLiteral, madeColumns } from './sql-text.ts';
import { interruptible } from './statement-connections.ts';

type BuildRequest = Requests['buildFile']['request'];

interface BuildParts {
  readonly settings: DatabaseSettings;
  /** The macros that make columns of those of Parquet files. */
  readonly functions: ColumnFunctions;
}

/** The size of a Parquet file whose native file is made by an engine that stays open, in bytes. */
const maxSharedBytes = 512 * 1024;

/** Makes native files of Parquet files. */
export class NativeFileBuilder {
  readonly #parts: BuildParts;
  /** An engine that makes small files, one after another: to open one takes as long as to make such a file. */
  #shared: NewNativeFile | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: BuildParts) {
    this.#parts = parts;
  }

  /**
   * Makes the native file of the Parquet file of a generation. Records of many megabytes need more memory than their columns let expect; a failed commit
   * leaves nothing of use, so the file is then rebuilt. The client removes it when this fails.
   */
  async build(request: BuildRequest, signal: AbortSignal): Promise<null> {
    try {
      const { size } = await stat(request.parquet);
      await (size <= maxSharedBytes ? this.#buildInOrder(request, signal) : this.#buildAlone(request, signal, 'usual'));
    } catch (error) {
      if (!needsMemory(error)) throw error;
      await rm(request.path, { force: true });
      await this.#buildAlone(request, signal, 'all');
    }
    return null;
  }

  async #buildAlone(request: BuildRequest, signal: AbortSignal, memory: WriterMemory): Promise<void> {
    const file = await openBuilder(this.#parts);
    try {
      await build(file, request, signal, memory);
    } finally {
      await file.close();
    }
  }

  #buildInOrder(request: BuildRequest, signal: AbortSignal): Promise<void> {
    const built = this.#last.then(() => this.#buildShared(request, signal));
    this.#last = built.catch(() => undefined);
    return built;
  }

  async #buildShared(request: BuildRequest, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const file = this.#shared ?? (await openBuilder(this.#parts));
    this.#shared = undefined;
    try {
      await build(file, request, signal, 'usual');
      // A wide file has settings of its own.
      if (!file.isWide) this.#shared = file;
    } finally {
      if (!this.#shared) await file.close();
    }
  }
}

/** Opens an engine with the functions that make the columns of a native file. */
async function openBuilder({ settings, functions }: BuildParts): Promise<NewNativeFile> {
  const file = await NewNativeFile.open(settings);
  await file.addFunctions(functions);
  return file;
}

async function build(
  file: NewNativeFile,
  { parquet, path, isSmall }: BuildRequest,
  signal: AbortSignal,
  memory: WriterMemory,
): Promise<void> {
  await interruptible(file.connection, signal, async () => {
    const restored = await readRestored(file.connection, parquet);
    const source = `select ${restored ? madeColumns(restored) : '*'} from read_parquet(${sqlLiteral(parquet)})`;
    const prepared = await file.connection.prepare(source);
    const { columnCount } = prepared;
    prepared.destroySync();
    const groups = await readGroups(file.connection, parquet);
    const layout = layoutOf(groups, isSmall);
    await file.create({ path, columnCount, layout, memory });
    if (layout === 'wide') await insertGroups(file, source, groups);
    else await file.connection.run(`create table ${newFile}.r as ${source}`);
    await file.createIds();
    await file.createWords(groups.reduce((sum, { rowCount }) => sum + rowCount, 0));
    await file.complete();
  });
}

/** How the columns are made of those of the Parquet file; undefined for a file that has the same ones, as those of earlier versions. */
async function readRestored(connection: DuckDBConnection, parquet: string): Promise<readonly MadeColumn[] | undefined> {
  const found = await connection.runAndReadAll(
    `select decode(value) from parquet_kv_metadata(${sqlLiteral(parquet)}) where decode(key) = ${sqlLiteral(restoredColumnsKey)}`,
  );
  const [row] = found.getRows();
  // The service wrote it.
  return typeof row?.[0] === 'string' ? (JSON.parse(row[0]) as readonly MadeColumn[]) : undefined;
}

/** A row group of a Parquet file. */
interface RowGroup {
  readonly rowCount: number;
  /** The bytes of the largest record; 0 where the file does not say. */
  readonly maxBytes: number;
}

async function readGroups(connection: DuckDBConnection, parquet: string): Promise<readonly RowGroup[]> {
  const found = await connection.runAndReadAll(
    `select max(row_group_num_rows), max(case when path_in_schema = '_size' then coalesce(stats_max_value, stats_max)::bigint end)
     from parquet_metadata(${sqlLiteral(parquet)}) group by row_group_id order by row_group_id`,
  );
  return found.getRows().map(([rows, bytes]) => ({ rowCount: Number(rows ?? 0), maxBytes: Number(bytes ?? 0) }));
}

/** The layout that the writer gave, or would have given, to the file. Only wide records have small row groups before the last one. */
function layoutOf(groups: readonly RowGroup[], isSmall: boolean): FileLayout {
  const maxBytes = groups.reduce((most, group) => Math.max(most, group.maxBytes), 0);
  if (maxBytes > wideLineBytes || groups.slice(0, -1).some(({ rowCount }) => rowCount < vectorRows)) return 'wide';
  return isSmall && maxBytes < maxSmallLineBytes ? 'small' : 'large';
}

/** Inserts the records of a file, whose positions are the numbers of its rows, in the portions that it was written in. */
async function insertGroups(file: NewNativeFile, source: string, groups: readonly RowGroup[]): Promise<void> {
  await file.connection.run(`create table ${newFile}.r as ${source} limit 0`);
  await file.connection.run('begin');
  let first = 0;
  for (const { rowCount } of groups) {
    await file.insert(`${source} where _position between ${first} and ${first + rowCount - 1}`);
    first += rowCount;
  }
  await file.connection.run('commit');
}
