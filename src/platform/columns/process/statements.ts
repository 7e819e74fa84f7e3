import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import type { Requests, StatementRequest } from '../protocol.ts';
import { bindStatementValues } from './bind-values.ts';
import { EngineFailure, failureOf } from './engine-failure.ts';
import type { OpenTables } from './open-tables.ts';
import { endResult, readResultBatches, readResultRows } from './result-rows.ts';
import { sqlLiteral } from './sql-text.ts';
import { writeOrderFile, writeRowFile } from './write-row-file.ts';
import { interruptible, type StatementConnections } from './statement-connections.ts';

type Body<Kind extends keyof Requests> = Requests[Kind]['request'];

/** A statement that is read in batches. */
interface OpenStream {
  /** Resolves with the next batch; null after the last. */
  readonly next: (signal: AbortSignal) => Promise<string | null>;
  /** Interrupts the statement and frees its connection. */
  readonly close: () => Promise<void>;
}

/** The connections of statements, and those of statements over wide records. */
export interface ConnectionSets {
  readonly usual: StatementConnections;
  readonly wide: StatementConnections;
}

/** Runs statements over the tables of generations. */
export class Statements {
  readonly #tables: OpenTables;
  readonly #connections: ConnectionSets;
  /** Streams have connections of their own, because a slow reader keeps one for long. */
  readonly #streamConnections: ConnectionSets;
  readonly #streams = new Map<number, OpenStream>();

  constructor(tables: OpenTables, connections: ConnectionSets, streamConnections: ConnectionSets) {
    this.#tables = tables;
    this.#connections = connections;
    this.#streamConnections = streamConnections;
  }

  rows({ statement, maxBytes }: Body<'rows'>, signal: AbortSignal): Promise<string> {
    return this.#run(this.#connections, statement, signal, async (prepared, connection) => {
      const result = await prepared.stream();
      try {
        return await readResultRows(result, maxBytes);
      } catch (error) {
        await endResult(connection);
        throw error;
      }
    });
  }

  writeParquet({ statement, path, compression, metadata }: Body<'writeParquet'>, signal: AbortSignal): Promise<null> {
    const entries = Object.entries(metadata).map(([key, value]) => `${sqlLiteral(key)}: ${sqlLiteral(value)}`);
    const options = [
      'format parquet',
      `compression ${sqlLiteral(compression)}`,
      ...(entries.length > 0 ? [`kv_metadata {${entries.join(', ')}}`] : []),
    ];
    const copyOf = (text: string, groupRows: number | undefined) => {
      const all = groupRows === undefined ? options : [...options, `row_group_size ${groupRows}`];
      return `copy (${text}) to ${sqlLiteral(path)} (${all.join(', ')})`;
    };
    const run = async (prepared: DuckDBPreparedStatement) => {
      await prepared.run();
      return null;
    };
    return this.#run(this.#streamConnections, statement, signal, run, copyOf);
  }

  writeRows({ statement, path, rowCount }: Body<'writeRows'>, signal: AbortSignal): Promise<boolean> {
    return this.#write(statement, signal, (result) => writeRowFile(path, result, rowCount));
  }

  writeOrder({ statement, path, rowCount }: Body<'writeOrder'>, signal: AbortSignal): Promise<null> {
    return this.#write(statement, signal, async (result) => {
      await writeOrderFile(path, result, rowCount);
      return null;
    });
  }

  #write<T>(statement: StatementRequest, signal: AbortSignal, write: (result: DuckDBResult) => Promise<T>): Promise<T> {
    return this.#run(this.#streamConnections, statement, signal, async (prepared, connection) => {
      try {
        return await write(await prepared.stream());
      } finally {
        await endResult(connection);
      }
    });
  }

  /** Starts a statement that `readStream` reads. Resolves when it has a connection. */
  openStream({ stream, statement, end }: Body<'openStream'>, signal: AbortSignal): Promise<null> {
    const opened = Promise.withResolvers<null>();
    const closing = new AbortController();
    const closed = Promise.withResolvers<null>();
    const run = this.#run(this.#streamConnections, statement, signal, async (prepared, connection) => {
      const result = await prepared.stream();
      const fetch = () => interruptible(connection, closing.signal, () => result.fetchChunk());
      const batches = readResultBatches(result, end, fetch);
      signal.throwIfAborted();
      let reading: Promise<string | null> = Promise.resolve(null);
      this.#streams.set(stream, {
        next: (readSignal) => {
          reading = interruptible(connection, readSignal, async () => {
            const { value } = await batches.next();
            return value;
          });
          return reading.catch((error: unknown) => {
            throw new EngineFailure(failureOf(error, this.#tables.keysOf(statement.tables)));
          });
        },
        close: async () => {
          closing.abort();
          await reading.catch(() => null);
          await batches.return(null);
          closed.resolve(null);
          await run;
        },
      });
      opened.resolve(null);
      await closed.promise;
      await endResult(connection);
      return null;
    });
    run.catch(opened.reject);
    return opened.promise;
  }

  readStream({ stream }: Body<'readStream'>, signal: AbortSignal): Promise<string | null> {
    const opened = this.#streams.get(stream);
    if (!opened) throw new Error('The stream has ended.');
    return opened.next(signal);
  }

  async closeStream({ stream }: Body<'closeStream'>): Promise<null> {
    const opened = this.#streams.get(stream);
    this.#streams.delete(stream);
    await opened?.close();
    return null;
  }

  async forgetFile({ key }: Body<'forgetFile'>): Promise<null> {
    await this.#tables.forgetFile(key);
    return null;
  }

  /** Runs a prepared statement on a connection, while its tables are open. `textOf` completes its text then. */
  async #run<T>(
    { usual, wide }: ConnectionSets,
    statement: StatementRequest,
    signal: AbortSignal,
    work: (prepared: DuckDBPreparedStatement, connection: DuckDBConnection) => Promise<T>,
    textOf: (text: string, groupRows: number | undefined) => string = (text) => text,
  ): Promise<T> {
    const { values, tables, definitions } = statement;
    return this.#tables.use(tables, definitions, async () => {
      const groupRows = this.#tables.groupRowsOf(tables);
      const connections = groupRows === undefined ? usual : wide;
      const text = textOf(statement.text, groupRows);
      try {
        return await connections.use(signal, text, (connection) =>
          connection.usePrepared({ text, values, tables }, (prepared) => {
            bindStatementValues(prepared, values);
            signal.throwIfAborted();
            return work(prepared, connection.connection);
          }),
        );
      } catch (error) {
        throw new EngineFailure(failureOf(error, this.#tables.keysOf(tables)));
      }
    });
  }
}
