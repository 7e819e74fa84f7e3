import type { Pool, QueryConfig, QueryResult } from 'pg';
import { setLocal, type SessionSettings } from './session-settings.ts';

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
