import { bindValues, type ParameterValues, type RenderedStatement, type Sql } from '#kernel/sql.ts';
import type { ResultBudget, RowBytes } from './statements.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient, QueryResult } from 'pg';

/** A row as PostgreSQL's driver returns it. */
type DatabaseRow = Record<string, unknown>;

/** What a statement of a request may use, and until when. */
export interface StatementBounds {
  /** The result spends the budget; the statement fails ANSWER_TOO_LARGE when its result exceeds the budget. */
  readonly budget?: ResultBudget | undefined;
  /** The time of `performance.now()` until which the statement waits for a connection; then it fails UNAVAILABLE. */
  readonly deadline?: number | undefined;
  /** An abort ends the wait for a connection, and cancels a running statement that only reads. The statement fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs SQL statements: on any connection of a pool, or on the connection of a transaction. `parameters` holds the values of the
 * named parameters.
 */
export interface DatabaseClient {
  /** Runs a statement and returns its rows. */
  rows<Row extends object = DatabaseRow>(
    statement: Sql,
    parameters?: ParameterValues,
    bounds?: StatementBounds,
  ): Promise<Row[]>;
  /** Runs a rendered statement whose columns are texts, and returns its first row as bytes; undefined without a row. */
  texts(
    statement: RenderedStatement,
    parameters: ParameterValues,
    bounds?: StatementBounds,
  ): Promise<RowBytes | undefined>;
  /**
   * Runs a statement whose result is not read. A transaction does not wait for it: its failure is that of the next statement or of
   * the commit.
   */
  send(statement: Sql, parameters?: ParameterValues): Promise<void>;
  /**
   * Runs work whose statements all read the same snapshot of the data. They run one after another on one connection, with
   * two more round trips to begin and end the snapshot. The work must only read, because it runs again when a table is
   * altered meanwhile. In a transaction, the statements read what the transaction sees.
   */
  inSnapshot<T>(work: (snapshot: DatabaseClient) => Promise<T>, bounds?: StatementBounds): Promise<T>;
}

/** The first row of a statement's result, or undefined. */
export async function firstRow<Row extends object = DatabaseRow>(
  database: DatabaseClient,
  statement: Sql,
): Promise<Row | undefined> {
  const [row] = await database.rows<Row>(statement);
  return row;
}

/** A statement in the form in which the ORM runs it. */
interface CompiledStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The result of a statement in the form in which the ORM reads it. */
interface ExecutedStatement<Row> {
  readonly rows: Row[];
  readonly numAffectedRows: bigint;
}

/**
 * A transaction on one connection, for the ORM and for our own statements. The connection is a pipeline: statements may be sent before the
 * results of earlier ones arrive, and are executed in order. So `begin` is sent with the first statement, and what `send` sends takes no
 * round trip of its own. Once a statement has failed, PostgreSQL refuses all that follow.
 */
class Transaction {
  readonly #client: PoolClient;
  #hasBegun = false;
  /** Whether `commit` or `rollback` was called. Work that still runs then fails, instead of sending its statements outside of the transaction. */
  #hasEnded = false;
  /** The results of statements that are not awaited yet. */
  #unread: Promise<unknown>[] = [];

  constructor(client: PoolClient) {
    this.#client = client;
  }

  /** Runs a statement. Fails with the first failure of the statements that `send` has sent before. */
  async executeQuery<Row extends object>({ sql, parameters }: CompiledStatement): Promise<ExecutedStatement<Row>> {
    const { rows, rowCount } = await this.#run<Row>(sql, parameters);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  /** Sends a statement whose result is not read. Its failure is that of the next statement, or of the commit. */
  send({ sql, parameters }: CompiledStatement): void {
    this.#begin();
    this.#expect(this.#client.query(sql, [...parameters]));
  }

  async commit(): Promise<void> {
    if (!this.#hasBegun) return;
    const committed = this.#run('commit', []);
    this.#hasEnded = true;
    const { command } = await committed;
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back, because a statement had failed.');
  }

  async rollback(): Promise<void> {
    this.#hasEnded = true;
    await Promise.allSettled(this.#unread);
    if (this.#hasBegun) await this.#client.query('rollback');
  }

  #begin(): void {
    if (this.#hasEnded) throw new Error('The transaction has ended.');
    // Without values, `begin` is never prepared: an outdated one would be sent again, behind the statements that follow it.
    if (!this.#hasBegun) this.#expect(this.#client.query('begin'));
    this.#hasBegun = true;
  }

  #expect(result: Promise<unknown>): void {
    // the failure is reported by the next statement
    result.catch(() => undefined);
    this.#unread.push(result);
  }

  async #run<Row extends object>(text: string, values: readonly unknown[]): Promise<QueryResult<Row>> {
    this.#begin();
    const unread = this.#unread;
    this.#unread = [];
    const result = this.#client.query<Row>(text, [...values]);
    const results = await Promise.allSettled([...unread, result]);
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    return result;
  }
}

/**
 * Runs work in a transaction of the entity manager, and flushes it at the end. Rolls back when the work fails. The entity manager cannot be
 * used afterwards.
 */
export async function runInTransaction<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  const pool = await em.getConnection().getNativeClient();
  const client = await pool.connect();
  const transaction = new Transaction(client);
  em.setTransactionContext(transaction);
  try {
    const result = await work(em);
    await em.flush();
    await transaction.commit();
    client.release();
    return result;
  } catch (error) {
    await transaction.rollback().then(
      () => {
        client.release();
      },
      () => {
        client.release(true);
      },
    );
    throw error;
  }
}

/** A database client on the connection of the entity manager's transaction. `schema` is the schema of a catalog with one schema. */
export function createTransactionClient(em: EntityManager, schema?: string): DatabaseClient {
  function transaction(): Transaction {
    const current = em.getTransactionContext<Transaction>();
    if (!current) throw new Error('The entity manager is not in a transaction.');
    return current;
  }
  async function run<Row extends object>(
    text: string,
    values: readonly unknown[],
    budget: ResultBudget | undefined,
  ): Promise<Row[]> {
    const { rows } = await transaction().executeQuery<Row>({ sql: text, parameters: values });
    // The connection is the ORM's, so the bytes that it received are not known here.
    const failure = budget?.spend(sizeOf(rows));
    if (failure) throw failure;
    return rows;
  }
  const client: DatabaseClient = {
    rows<Row extends object>(
      statement: Sql,
      parameters: ParameterValues = {},
      { budget }: StatementBounds = {},
    ): Promise<Row[]> {
      const rendered = statement.render();
      return run<Row>(rendered.textIn(schema), bindValues(rendered.values, parameters), budget);
    },
    async texts(
      statement: RenderedStatement,
      parameters: ParameterValues,
      { budget }: StatementBounds = {},
    ): Promise<RowBytes | undefined> {
      const values = bindValues(statement.values, parameters);
      const [row] = await run<Record<string, string | null>>(statement.textIn(schema), values, budget);
      return row && Object.values(row).map((text) => (text === null ? null : Buffer.from(text)));
    },
    async send(statement, parameters = {}) {
      const rendered = statement.render();
      transaction().send({ sql: rendered.textIn(schema), parameters: bindValues(rendered.values, parameters) });
    },
    inSnapshot: (work) => work(client),
  };
  return client;
}

/** About the size of a value as the database sent it, in characters. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce((size: number, part) => size + sizeOf(part), 8);
}
