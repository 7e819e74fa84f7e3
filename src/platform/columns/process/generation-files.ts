import type { DuckDBConnection } from '@duckdb/node-api';
import type { RepeatedRecord, Requests } from '../protocol.ts';
import { EngineFailure } from './engine-failure.ts';
import { completeNativeFile, createIds, createNativeFile, idKey, newFile } from './native-file.ts';
import type { DatabaseSettings } from './open-database.ts';
import { selectLines } from './read-lines.ts';
import { identifier, literal } from './sql-text.ts';
import { interruptible } from './statement-connections.ts';

type Body<Kind extends keyof Requests> = Requests[Kind]['request'];

/** A generation that is being written, in an engine of its own. */
interface OpenGeneration {
  readonly connection: DuckDBConnection;
  readonly close: () => void;
}

/**
 * Level 1 makes files as small as the default, in two thirds of the time: dictionaries have done most of the work.
 */
const compression = 'compression zstd, compression_level 1';

/** Generations that are being written: native files, from which the Parquet files are copied. */
export class GenerationFiles {
  readonly #settings: DatabaseSettings;
  readonly #generations = new Map<number, OpenGeneration>();

  constructor(settings: DatabaseSettings) {
    this.#settings = settings;
  }

  /** Creates a generation. All lines are inserted in one transaction: after a commit, the last row group would be written again. */
  async create({ generation, columns, ...file }: Body<'createGeneration'>): Promise<null> {
    const opened = await createNativeFile(this.#settings, { ...file, columnCount: columns.length });
    this.#generations.set(generation, opened);
    const types = columns.map(({ name, type }) => `${identifier(name)} ${type}`);
    await opened.connection.run(`create table ${newFile}.r (${types.join(', ')})`);
    await opened.connection.run('begin');
    return null;
  }

  addColumns({ generation, columns }: Body<'addColumns'>, signal: AbortSignal): Promise<null> {
    return this.#change(generation, signal, async (connection) => {
      for (const { name, type } of columns)
        await connection.run(`alter table ${newFile}.r add column ${identifier(name)} ${type}`);
      return null;
    });
  }

  insertLines({ generation, columns, lines }: Body<'insertLines'>, signal: AbortSignal): Promise<number> {
    return this.#change(generation, signal, async (connection) => {
      const inserted = await connection.run(`insert into ${newFile}.r ${selectLines(columns, lines)}`);
      return inserted.rowsChanged;
    });
  }

  /** Ends the insertion. Equal identifiers have equal keys, which are neighbours in the table of identifiers. */
  findRepeated({ generation }: Body<'findRepeated'>, signal: AbortSignal): Promise<number> {
    return this.#change(generation, signal, async (connection) => {
      await connection.run('commit');
      await createIds(connection);
      const created = await connection.runAndReadAll(
        `create table repeated as select row_number() over (order by _position) - 1 as place, _position as position, _id as id, n from (
          select _position, _id, row_number() over (partition by _id order by _position) - 1 as n from ${newFile}.r
          where ${idKey} in (select key from (select key, lag(key) over (order by key) as before from ${newFile}.ids) where key = before)
        ) where n > 0`,
      );
      return Number(created.getRows()[0]?.[0] ?? 0);
    });
  }

  readRepeated(
    { generation, from, count }: Body<'readRepeated'>,
    signal: AbortSignal,
  ): Promise<readonly RepeatedRecord[]> {
    return this.#change(generation, signal, async (connection) => {
      const found = await connection.runAndReadAll(
        `select lower(hex(id)), n::integer from repeated where place >= ${from} and place < ${from + count} order by place`,
      );
      return found.getRows().map(([id, n]) => ({ id: typeof id === 'string' ? id : '', n: Number(n) }));
    });
  }

  setIdentifiers({ generation, from, ids }: Body<'setIdentifiers'>, signal: AbortSignal): Promise<null> {
    return this.#change(generation, signal, async (connection) => {
      const list = `[${ids.map(literal).join(', ')}]`;
      await connection.run(
        `update repeated set id = unhex(${list}[place - ${from} + 1]) where place >= ${from} and place < ${from + ids.length}`,
      );
      return null;
    });
  }

  finish({ generation, ...options }: Body<'finishGeneration'>, signal: AbortSignal): Promise<null> {
    return this.#change(generation, signal, async (connection) => {
      if (options.hasRepeated) {
        await connection.run(
          `update ${newFile}.r set _id = repeated.id from repeated where _position = repeated.position`,
        );
        await connection.run(`drop table ${newFile}.ids`);
        await createIds(connection);
      }
      await connection.run(
        `copy ${newFile}.r to ${literal(options.parquet)} (format parquet, ${compression}, row_group_size ${options.rowGroupSize})`,
      );
      await completeNativeFile(connection);
      return null;
    });
  }

  /** Closes a generation, finished or not. The client removes its files. */
  close({ generation }: Body<'closeGeneration'>): Promise<null> {
    this.#generations.get(generation)?.close();
    this.#generations.delete(generation);
    return Promise.resolve(null);
  }

  /** Changes a generation. It is lost when the process that had it has ended. */
  #change<T>(generation: number, signal: AbortSignal, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = this.#generations.get(generation)?.connection;
    if (connection) return interruptible(connection, signal, () => work(connection));
    const message = 'The process that wrote the file has ended.';
    throw new EngineFailure({ kind: 'code', code: 'UNAVAILABLE', message });
  }
}
