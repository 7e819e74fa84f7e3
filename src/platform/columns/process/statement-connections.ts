import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement } from '@duckdb/node-api';
import { type CountedSemaphore, createSemaphore } from '#kernel/semaphore.ts';
import type { StatementRequest } from '../protocol.ts';

/** Longer statements are rarely repeated, and their plans are large. */
const maxPreparedLength = 16_384;
const maxPrepared = 64;
const interruptMs = 20;

/** A statement that a connection keeps, and the tables that it names. */
interface KeptStatement {
  readonly prepared: DuckDBPreparedStatement;
  readonly tables: readonly string[];
}

/** A connection that keeps the statements it has prepared, because to parse one takes a quarter of the time of a small statement. */
export class StatementConnection {
  readonly connection: DuckDBConnection;
  readonly #kept = new Map<string, KeptStatement>();

  constructor(connection: DuckDBConnection) {
    this.connection = connection;
  }

  has(text: string): boolean {
    return this.#kept.has(text);
  }

  /**
   * Runs work with a prepared statement, and keeps it if it has parameters: it then has no plan between two executions. A plan would keep memory, and that of
   * a failed execution would keep all that it used.
   */
  async usePrepared<T>(
    { text, values, tables }: Pick<StatementRequest, 'text' | 'values' | 'tables'>,
    work: (prepared: DuckDBPreparedStatement) => Promise<T>,
  ): Promise<T> {
    const prepared = this.#kept.get(text)?.prepared ?? (await this.connection.prepare(text));
    this.#kept.delete(text);
    let isKept = false;
    try {
      const result = await work(prepared);
      isKept = values.length > 0 && text.length <= maxPreparedLength;
      return result;
    } finally {
      if (isKept) this.#keep(text, { prepared, tables });
      else prepared.destroySync();
    }
  }

  #keep(text: string, statement: KeptStatement): void {
    this.#kept.set(text, statement);
    const [oldest] = this.#kept.size > maxPrepared ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#drop(oldest);
  }

  /** Drops the statements that name a table. */
  forget(table: string): void {
    for (const [text, { tables }] of this.#kept) if (tables.includes(table)) this.#drop(text);
  }

  #drop(text: string): void {
    this.#kept.get(text)?.prepared.destroySync();
    this.#kept.delete(text);
  }
}

/** A fixed number of connections. Statements wait for a free one in order of arrival. */
export class StatementConnections {
  readonly #all: readonly StatementConnection[];
  readonly #free: StatementConnection[];
  readonly #permits: CountedSemaphore;

  private constructor(all: readonly StatementConnection[]) {
    this.#all = all;
    this.#free = [...all];
    this.#permits = createSemaphore(all.length);
  }

  /** Opens connections with settings of their own. */
  static async open(
    database: DuckDBInstance,
    count: number,
    settings: readonly string[] = [],
  ): Promise<StatementConnections> {
    const all: StatementConnection[] = [];
    while (all.length < count) {
      const connection = await database.connect();
      for (const setting of settings) await connection.run(`set ${setting}`);
      all.push(new StatementConnection(connection));
    }
    return new StatementConnections(all);
  }

  /** Runs work on a connection, if possible one that has prepared the text. An abort interrupts the statement of this connection only. */
  use<T>(signal: AbortSignal, text: string, work: (connection: StatementConnection) => Promise<T>): Promise<T> {
    return this.#permits(
      async () => {
        const found = this.#free.findLastIndex((connection) => connection.has(text));
        const [connection] = this.#free.splice(found, 1);
        if (!connection) throw new Error('A permit without a free connection.');
        try {
          return await interruptible(connection.connection, signal, () => work(connection));
        } finally {
          this.#free.push(connection);
        }
      },
      { signal },
    );
  }

  /** Drops the prepared statements that name a table. */
  forget(table: string): void {
    for (const connection of this.#all) connection.forget(table);
  }
}

/** Runs work on a connection. An abort interrupts it, again and again, because an interruption before the statement has begun is lost. */
export async function interruptible<T>(
  connection: DuckDBConnection,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  const interrupt = () => {
    connection.interrupt();
    timer = setInterval(() => {
      connection.interrupt();
    }, interruptMs);
  };
  signal.addEventListener('abort', interrupt);
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', interrupt);
    clearInterval(timer);
  }
}
