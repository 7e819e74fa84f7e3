import type { Pool, QueryConfig, QueryResult } from 'pg';

/** Settings of the server for the statements of a connection, by name. */
export type SessionSettings = Readonly<Record<string, string | number>>;

/** The setting that finds the tables of a catalog with one schema; none for another catalog. */
export const searchPathOf = (schema: string | undefined): SessionSettings =>
  schema === undefined ? {} : { search_path: schema };

/** The settings as options of a connection: `-c name=value`. */
export const asOptions = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** The settings as statements that apply to the current transaction. */
export const setLocal = (settings: SessionSettings): string =>
  Object.entries(settings)
    // what is the default of a transaction applies to the ones that follow
    .map(([name, value]) => `set local ${name.replace(/^default_transaction_/, 'transaction_')} = '${value}'`)
    .join('; ');

/**
 * The settings of a connection whose statements have no time limit, or one of hours: the server of the database ends a statement when
 * its client is gone. It checks each second whether the process of the client still has the connection, sends probes after a minute
 * without traffic to a host that may be gone, and closes a connection that accepts no bytes for a time. Needs a server on Linux, macOS or BSD.
 */
export const endsWithClient = (unacceptedSeconds: number): SessionSettings => ({
  client_connection_check_interval: '1s',
  tcp_keepalives_idle: 60,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 6,
  tcp_user_timeout: `${unacceptedSeconds}s`,
});

type QueryCallback = (failure: Error | undefined, result?: QueryResult) => void;

/**
 * Gives each transaction the settings of the pool. A pooler in transaction mode gives a server to a connection for one transaction, so the
 * session has no settings that stay. They follow `begin` in the same message, and a statement outside of a transaction gets a
 * transaction of its own. The connections are pipelines, so all of it takes one round trip. Queries of other kinds, such as COPY, run as they are.
 */
export function setPerTransaction(pool: Pool, settings: SessionSettings): void {
  const settingStatements = setLocal(settings);
  pool.on('connect', (client) => {
    const query = client.query.bind(client);
    let isInTransaction = false;

    function runAlone(statement: QueryConfig, callback: QueryCallback): void {
      let failure: Error | undefined;
      let result: QueryResult | undefined;
      const fail: QueryCallback = (error) => (failure ??= error ?? undefined);
      query(`begin; ${settingStatements}`, fail);
      query(statement, (error: Error | undefined, answer) => {
        fail(error);
        result = answer;
      });
      query('commit', (error: Error | undefined) => {
        fail(error);
        callback(failure, result);
      });
    }

    Reflect.set(client, 'query', (...args: unknown[]): unknown => {
      const statement = statementIn(args);
      const text = statement?.text ?? '';
      const begins = /^begin\b/i.test(text);
      const isAlone = statement !== undefined && !begins && !isInTransaction;
      if (begins) isInTransaction = true;
      if (/^(?:commit|rollback)$/i.test(text)) isInTransaction = false;
      if (begins)
        return Reflect.apply<undefined, unknown[], unknown>(query, undefined, [
          `${text}; ${settingStatements}`,
          ...args.slice(1),
        ]);
      if (!isAlone) return Reflect.apply<undefined, unknown[], unknown>(query, undefined, args);
      const callback = args.find(isCallback);
      if (callback) return runAlone(statement, callback);
      return new Promise((resolve, reject) => {
        runAlone(statement, (failure, result) => {
          if (failure) reject(failure);
          else resolve(result);
        });
      });
    });
  });
}

/** The statement in the arguments of a query; undefined for a query that submits itself. */
function statementIn([first, values]: readonly unknown[]): QueryConfig | undefined {
  if (typeof first === 'string') return { text: first, ...(Array.isArray(values) && { values }) };
  return isStatement(first) ? first : undefined;
}

const isStatement = (config: unknown): config is QueryConfig =>
  typeof config === 'object' && config !== null && 'text' in config && !('submit' in config);

const isCallback = (argument: unknown): argument is QueryCallback => typeof argument === 'function';

/** Compiling a plan costs more time than the short statements of the service would save. */
const noJit: SessionSettings = { jit: 'off' };

/** Plans each statement once: the queries of the graph are short, so planning every execution would cost more than a better plan saves. */
export const genericPlans: SessionSettings = { ...noJit, plan_cache_mode: 'force_generic_plan' };

/**
 * The best plan of a query over records depends on its values: which index it uses, and whether several processes read the table. On
 * SSDs a random read costs hardly more than a sequential one; with the default cost, PostgreSQL would scan tables too often.
 */
export const customPlans: SessionSettings = {
  ...noJit,
  plan_cache_mode: 'force_custom_plan',
  random_page_cost: 1.1,
};
