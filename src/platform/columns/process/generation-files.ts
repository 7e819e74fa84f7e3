import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { RepeatedRecord, Requests } from '../protocol.ts';
import { EngineFailure } from './engine-failure.ts';
import { completeNativeFile, createNativeFile, idKey } from './native-file.ts';
import { selectLines } from './read-lines.ts';
import { identifier, literal } from './sql-text.ts';
import { interruptible } from './statement-connections.ts';

type Body<Kind extends keyof Requests> = Requests[Kind]['request'];

/** A generation that is being written, on a connection of its own. */
interface OpenGeneration {
  readonly connection: DuckDBConnection;
  /** The name of its native file in the engine. */
  readonly name: string;
}

/** Generations that are being written: native files, from which the Parquet files are copied. */
export class GenerationFiles {
  readonly #database: DuckDBInstance;
  readonly #generations = new Map<number, OpenGeneration>();

  constructor(database: DuckDBInstance) {
    this.#database = database;
  }

  async create({ generation, path, columns, isSmall }: Body<'createGeneration'>): Promise<null> {
    const opened = { connection: await this.#database.connect(), name: `generation_${generation}` };
    this.#generations.set(generation, opened);
    await createNativeFile(opened.connection, { name: opened.name, path, isSmall });
    const types = columns.map(({ name, type }) => `${identifier(name)} ${type}`);
    await opened.connection.run(`create table ${tableOf(opened, 'r')} (${types.join(', ')})`);
    return null;
  }

  addColumns({ generation, columns }: Body<'addColumns'>, signal: AbortSignal): Promise<null> {
    return this.#change(generation, signal, async (opened) => {
      for (const { name, type } of columns)
        await opened.connection.run(`alter table ${tableOf(opened, 'r')} add column ${identifier(name)} ${type}`);
      return null;
    });
  }

  insertLines({ generation, columns, lines }: Body<'insertLines'>, signal: AbortSignal): Promise<number> {
    return this.#change(generation, signal, async (opened) => {
      const inserted = await opened.connection.run(
        `insert into ${tableOf(opened, 'r')} ${selectLines(columns, lines)}`,
      );
      return inserted.rowsChanged;
    });
  }

  /** Repeated identifiers are rare. The keys alone find their candidates, with a third of the memory that whole identifiers would take. */
  findRepeated({ generation }: Body<'findRepeated'>, signal: AbortSignal): Promise<number> {
    return this.#change(generation, signal, async (opened) => {
      const created = await opened.connection.run(
        `create table ${tableOf(opened, 'repeated')} as
          select row_number() over (order by _position) - 1 as place, _position as position, _id as id, n from (
            select _position, _id, row_number() over (partition by _id order by _position) - 1 as n from ${tableOf(opened, 'r')}
            where ${idKey} in (select ${idKey} from ${tableOf(opened, 'r')} group by 1 having count(*) > 1)
          ) where n > 0`,
      );
      const counted = await created.getRowsJS();
      return Number(counted[0]?.[0] ?? 0);
    });
  }

  readRepeated(
    { generation, from, count }: Body<'readRepeated'>,
    signal: AbortSignal,
  ): Promise<readonly RepeatedRecord[]> {
    return this.#change(generation, signal, async (opened) => {
      const result = await opened.connection.run(
        `select lower(hex(id)), n::integer from ${tableOf(opened, 'repeated')} where place >= ${from} and place < ${from + count} order by place`,
      );
      return (await result.getRowsJS()).map(([id, n]) => ({ id: typeof id === 'string' ? id : '', n: Number(n) }));
    });
  }

  setIdentifiers({ generation, from, ids }: Body<'setIdentifiers'>, signal: AbortSignal): Promise<null> {
    return this.#change(generation, signal, async (opened) => {
      const list = `[${ids.map(literal).join(', ')}]`;
      await opened.connection.run(
        `update ${tableOf(opened, 'repeated')} set id = unhex(${list}[place - ${from} + 1]) where place >= ${from} and place < ${from + ids.length}`,
      );
      return null;
    });
  }

  finish({ generation, parquet, rowGroupSize }: Body<'finishGeneration'>, signal: AbortSignal): Promise<null> {
    return this.#change(generation, signal, async (opened) => {
      const { connection, name } = opened;
      await connection.run(
        `update ${tableOf(opened, 'r')} set _id = repeated.id from ${tableOf(opened, 'repeated')} as repeated where _position = repeated.position`,
      );
      await connection.run(`drop table ${tableOf(opened, 'repeated')}`);
      await connection.run(
        `copy ${tableOf(opened, 'r')} to ${literal(parquet)} (format parquet, compression zstd, row_group_size ${rowGroupSize})`,
      );
      await completeNativeFile(connection, name);
      return null;
    });
  }

  /** Closes a generation, finished or not. The client removes its files. */
  async close({ generation }: Body<'closeGeneration'>): Promise<null> {
    const opened = this.#generations.get(generation);
    this.#generations.delete(generation);
    await opened?.connection.run(`detach database if exists ${identifier(opened.name)}`);
    opened?.connection.closeSync();
    return null;
  }

  /** Changes a generation. It is lost when the process that had it has ended. */
  #change<T>(generation: number, signal: AbortSignal, work: (opened: OpenGeneration) => Promise<T>): Promise<T> {
    const opened = this.#generations.get(generation);
    if (!opened)
      throw new EngineFailure({
        kind: 'code',
        code: 'UNAVAILABLE',
        message: 'The process that wrote the file has ended.',
      });
    return interruptible(opened.connection, signal, () => work(opened));
  }
}

const tableOf = ({ name }: OpenGeneration, table: string): string => `${identifier(name)}.${table}`;
