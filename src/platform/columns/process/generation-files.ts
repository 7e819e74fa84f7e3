import type { DuckDBConnection } from '@duckdb/node-api';
import { restoredColumnsKey, type Column, type StoredForm } from '../column-engine.ts';
import type { ColumnFunctions } from '../column-functions.ts';
import {
  maxSmallLineBytes,
  vectorRows,
  wideLineBytes,
  type FileContent,
  type RepeatedRecord,
  type Requests,
} from '../protocol.ts';
import { EngineFailure, failureOf } from './engine-failure.ts';
import { NewNativeFile, idKey, newFile } from './native-file.ts';
import type { DatabaseSettings } from './open-database.ts';
import { minBufferBytes, selectLines } from './read-lines.ts';
import { identifier, sqlLiteral, madeColumns } from './sql-text.ts';
import { fileColumn } from './table-views.ts';
import { interruptible } from './statement-connections.ts';

type Body<Kind extends keyof Requests> = Requests[Kind]['request'];

/**
 * Level 1 makes files as small as the default, in two thirds of the time: dictionaries have done most of the work.
 */
const compression = 'compression zstd, compression_level 1';

/**
 * A row group of wide records has about these bytes. The engine counts bytes only where it need not keep the order of rows, but its only thread keeps it.
 */
const wideGroups = 'row_group_size 122880, row_group_size_bytes 8388608';

/** The metadata of a Parquet file, as an option of the statement that writes it. */
function metadataOf({ metadata, restored }: StoredForm): string {
  const entries = Object.entries({ ...metadata, [restoredColumnsKey]: JSON.stringify(restored) });
  return `, kv_metadata {${entries.map(([key, value]) => `${sqlLiteral(key)}: ${sqlLiteral(value)}`).join(', ')}}`;
}

/** Generations that are being written: native files, from which the Parquet files are copied. */
export class GenerationFiles {
  readonly #settings: DatabaseSettings;
  readonly #functions: ColumnFunctions;
  readonly #generations = new Map<number, NewNativeFile>();

  /** `functions` has the macros that make the columns of Parquet files. */
  constructor(settings: DatabaseSettings, functions: ColumnFunctions) {
    this.#settings = settings;
    this.#functions = functions;
  }

  /** Creates a generation. All lines are inserted in one transaction: after a commit, the last row group would be written again. */
  async create({ generation, path, columns, layout }: Body<'createGeneration'>): Promise<null> {
    const file = await NewNativeFile.open(this.#settings);
    this.#generations.set(generation, file);
    await file.create({ path, columnCount: columns.length, layout });
    const types = columns.map(({ name, type }) => `${identifier(name)} ${type}`);
    await file.run(`create table ${newFile}.r (${types.join(', ')})`);
    await file.run('begin');
    return null;
  }

  /** Creates a generation with the records of a native file, of wide ones those of a vector at a time. */
  async continueFile(
    { generation, path, columns, earlier }: Body<'continueFile'>,
    signal: AbortSignal,
  ): Promise<FileContent> {
    const file = await NewNativeFile.open(this.#settings);
    this.#generations.set(generation, file);
    return this.#change(generation, signal, async ({ connection }) => {
      try {
        await connection.run(`attach ${sqlLiteral(earlier.path)} as earlier (read_only)`);
        const { rowCount, maxBytes, ...content } = await readContent(connection);
        const layout = content.isWide ? 'wide' : 'large';
        const memory = maxBytes > maxSmallLineBytes ? 'all' : 'usual';
        await file.create({ path, columnCount: columns.length, layout, memory });
        const types = columns.map(({ name, type }) => `${identifier(name)} ${type}`);
        await file.run(`create table ${newFile}.r (${types.join(', ')})`);
        await file.run('begin');
        const selected = `select ${await columnsOf(connection, columns)} from earlier.r`;
        if (!content.isWide) await file.insert(selected);
        for (let row = 0; content.isWide && row < rowCount; row += vectorRows)
          await file.insert(
            `${selected} where _position is not null and rowid between ${row} and ${row + vectorRows - 1}`,
          );
        return content;
      } catch (error) {
        throw new EngineFailure(failureOf(error, [earlier.key]));
      }
    });
  }

  addColumns({ generation, columns }: Body<'addColumns'>, signal: AbortSignal): Promise<null> {
    return this.#change(generation, signal, async ({ connection }) => {
      for (const { name, type } of columns)
        await connection.run(`alter table ${newFile}.r add column ${identifier(name)} ${type}`);
      return null;
    });
  }

  /** Long lines need more memory than their columns do. What fails in the transaction cannot be repeated. */
  insertLines({ generation, columns, lines, isWide }: Body<'insertLines'>, signal: AbortSignal): Promise<number> {
    return this.#change(generation, signal, async (file) => {
      if (lines.maxLineBytes > minBufferBytes) await file.allowMemory();
      else await file.allowLines(lines.maxLineBytes);
      if (isWide && !file.isWide) await file.widen();
      const inserted = await file.insert(selectLines(columns, lines));
      await file.indexSegments();
      return inserted;
    });
  }

  /** Ends the insertion. Equal identifiers have equal keys, which are neighbours in the table of identifiers. */
  findRepeated({ generation }: Body<'findRepeated'>, signal: AbortSignal): Promise<number> {
    return this.#change(generation, signal, async (file) => {
      await file.connection.run('commit');
      await file.createIds();
      const created = await file.run(
        `create table repeated as select row_number() over (order by _position) - 1 as place, _position as position, _id as id, n from (
          select _position, _id, row_number() over (partition by _id order by _position) - 1 as n from ${newFile}.r
          where ${idKey} in (select key from (select key, lag(key) over (order by key) as before from ${newFile}.ids) where key = before)
        ) where n > 0`,
      );
      const [counted] = await created.getRows();
      return Number(counted?.[0] ?? 0);
    });
  }

  readRepeated(
    { generation, from, count }: Body<'readRepeated'>,
    signal: AbortSignal,
  ): Promise<readonly RepeatedRecord[]> {
    return this.#change(generation, signal, async ({ connection }) => {
      const found = await connection.runAndReadAll(
        `select lower(hex(id)), n::integer from repeated where place >= ${from} and place < ${from + count} order by place`,
      );
      return found.getRows().map(([id, n]) => ({ id: typeof id === 'string' ? id : '', n: Number(n) }));
    });
  }

  setIdentifiers({ generation, from, ids }: Body<'setIdentifiers'>, signal: AbortSignal): Promise<null> {
    return this.#change(generation, signal, async ({ connection }) => {
      const list = `[${ids.map(sqlLiteral).join(', ')}]`;
      await connection.run(
        `update repeated set id = unhex(${list}[place - ${from} + 1]) where place >= ${from} and place < ${from + ids.length}`,
      );
      return null;
    });
  }

  finish({ generation, ...options }: Body<'finishGeneration'>, signal: AbortSignal): Promise<null> {
    return this.#change(generation, signal, async (file) => {
      if (options.hasRepeated) {
        await file.run(`update ${newFile}.r set _id = repeated.id from repeated where _position = repeated.position`);
        await file.run(`drop table ${newFile}.ids`);
        await file.createIds();
      }
      const groups = file.isWide ? wideGroups : `row_group_size ${options.rowGroupSize}`;
      if (file.isWide) await file.run('set preserve_insertion_order = false');
      const { form } = options;
      if (form?.columns.some(({ macro }) => macro !== undefined) === true) await file.addFunctions(this.#functions);
      await file.run(
        `copy (select ${form ? madeColumns(form.columns) : '*'} from ${newFile}.r where _position is not null)
          to ${sqlLiteral(options.parquet)} (format parquet, ${compression}, ${groups}${form ? metadataOf(form) : ''})`,
      );
      await file.createWords(options.recordCount);
      await file.complete();
      return null;
    });
  }

  /** Closes a generation, finished or not. The client removes its files. */
  async close({ generation }: Body<'closeGeneration'>): Promise<null> {
    const file = this.#generations.get(generation);
    this.#generations.delete(generation);
    await file?.close();
    return null;
  }

  /** Changes a generation. It is lost when the process that had it has ended. */
  #change<T>(generation: number, signal: AbortSignal, work: (file: NewNativeFile) => Promise<T>): Promise<T> {
    const file = this.#generations.get(generation);
    if (file) return interruptible(file.connection, signal, () => work(file));
    const message = 'The process that wrote the file has ended.';
    throw new EngineFailure({ kind: 'code', code: 'UNAVAILABLE', message });
  }
}

/** What a file consists of, with its empty rows and the bytes of its largest record. */
type EarlierContent = FileContent & { readonly rowCount: number; readonly maxBytes: number };

/** What the attached file `earlier` consists of. */
async function readContent(connection: DuckDBConnection): Promise<EarlierContent> {
  const found = await connection.runAndReadAll(
    'select count(*), count(_position), coalesce(sum(_size), 0)::double, coalesce(max(_size), 0) from earlier.r',
  );
  const [rowCount = 0, recordCount = 0, bytes = 0, maxBytes = 0] = (found.getRows()[0] ?? []).map(Number);
  return { rowCount, recordCount, bytes, maxBytes, isWide: rowCount > recordCount || maxBytes > wideLineBytes };
}

/** The select list of the columns of a generation, from the attached file `earlier`. */
async function columnsOf(connection: DuckDBConnection, columns: readonly Column[]): Promise<string> {
  const found = await connection.runAndReadAll(
    `select column_name, data_type from duckdb_columns() where database_name = 'earlier' and table_name = 'r'`,
  );
  const types = new Map(found.getRows().map(([name, type]) => [String(name), String(type)]));
  return columns.map((column) => fileColumn(column, types.get(column.name))).join(', ');
}
