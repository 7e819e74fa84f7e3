import { Client } from 'pg';
import { cancelOnAbort } from './pool/cancel-on-abort.ts';
import { searchPathOf, useOneSchema } from './one-schema.ts';
import { endsWithClient } from './pool/ends-with-client.ts';
import { dropWhenLost } from './pool/drop-lost-connections.ts';
import { asOptions } from './pool/session-settings.ts';
import type { DatabaseRow } from './database-client.ts';
import type { Sql } from '../../kernel/sql.ts';

/** Runs one statement outside of any transaction. */
export type RunStatement = <Row extends object = DatabaseRow>(statement: Sql) => Promise<Row[]>;

/** The bounds of maintenance. */
export interface MaintenanceOptions {
  /** The time limit of one statement; 0 for none. */
  readonly statementTimeoutMs: number;
  /** Cancels the running statement, which then fails with the signal's reason. */
  readonly signal: AbortSignal;
}

/** Runs statements that may take minutes, such as the creation of an index. */
export interface Maintenance {
  /** Runs work on a separate connection, to which the timeouts of the pool do not apply. */
  use<T>(work: (run: RunStatement) => Promise<T>, options: MaintenanceOptions): Promise<T>;
}

/** How long after the server's statement timeout a connection without traffic is closed. */
const graceMs = 2_000;

/** How long the server keeps bytes that the client does not accept. */
const unacceptedSeconds = 60;

/** `maintenance_work_mem` lets PostgreSQL sort in memory while it creates an index. */
const settings = { jit: 'off', maintenance_work_mem: '128MB', ...endsWithClient(unacceptedSeconds) };

/** Creates the maintenance of a database, whose catalog has one schema where it is given. */
export const createMaintenance = (url: string, schema?: string): Maintenance =>
  Object.freeze({
    async use<T>(
      work: (run: RunStatement) => Promise<T>,
      { statementTimeoutMs, signal }: MaintenanceOptions,
    ): Promise<T> {
      const client = new Client({
        connectionString: url,
        application_name: 'catalograph maintenance',
        options: asOptions({ ...settings, ...searchPathOf(schema), statement_timeout: statementTimeoutMs }),
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        connectionTimeoutMillis: 15_000,
      });
      // The error event is ignored, because the running statement rejects with the same error.
      client.on('error', () => undefined);
      await client.connect();
      if (schema !== undefined) useOneSchema(client, schema);
      // Without a time limit, silence says nothing: keep-alive finds a lost connection.
      if (statementTimeoutMs > 0) dropWhenLost(client, { timeoutMs: statementTimeoutMs + graceMs });
      try {
        return await work((statement) => runOn(client, statement, signal));
      } finally {
        await client.end();
      }
    },
  });

async function runOn<Row extends object>(client: Client, statement: Sql, signal: AbortSignal): Promise<Row[]> {
  signal.throwIfAborted();
  const endCancellation = cancelOnAbort(client, signal);
  try {
    const { text, values } = statement.render();
    return (await client.query<Row>(text, [...values])).rows;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await endCancellation();
  }
}
