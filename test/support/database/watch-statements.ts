import type { Sql, RenderedStatement } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';

/** What runs before the statements of a client. */
export interface StatementWatcher {
  rows(statement: Sql): void;
  texts(statement: RenderedStatement): void;
}

/** A database client that reports its statements before they run, those of snapshots included. */
export const watchStatements = (database: DatabaseClient, watcher: StatementWatcher): DatabaseClient => ({
  rows: (statement, ...rest) => {
    watcher.rows(statement);
    return database.rows(statement, ...rest);
  },
  texts: (statement, ...rest) => {
    watcher.texts(statement);
    return database.texts(statement, ...rest);
  },
  send: (statement, ...rest) => {
    watcher.rows(statement);
    return database.send(statement, ...rest);
  },
  inSnapshot: (work) => database.inSnapshot((snapshot) => work(watchStatements(snapshot, watcher))),
});

/** A database client that calls the function before each statement. */
export const countingClient = (database: DatabaseClient, count: () => void): DatabaseClient =>
  watchStatements(database, { rows: count, texts: count });
