import { SqlParameter, sql, type ParameterValues } from '../../kernel/sql.ts';
import type { DatabaseClient } from '../../platform/database/database-client.ts';
import type { Session } from './session.ts';

/**
 * The caller in SQL. The text of a statement depends on what the caller may do, never on who they are, so callers with the same
 * rights share the statement.
 */
export const caller = Object.freeze({
  /** The caller's name; null without a key. */
  username: sql`${new SqlParameter('username')}::text`,
  /** The uids of the caller's groups. */
  groups: sql`${new SqlParameter('groups')}::text[]`,
  /** Scheme and host at which the caller reaches the service; null outside a request. */
  address: sql`${new SqlParameter('address')}::text`,
});

/** The values of the parameters of `caller` for a session. */
export const callerParameters = ({ username, groups, address }: Session): ParameterValues => ({
  username: username ?? null,
  groups,
  address: address ?? null,
});

/** The database for a caller: every statement receives the caller's parameters. */
export function forCaller(database: DatabaseClient, session: Session): DatabaseClient {
  const parameters = callerParameters(session);
  return Object.freeze({
    rows: (statement, run, bounds) => database.rows(statement, { ...parameters, ...run }, bounds),
    texts: (statement, run, bounds) => database.texts(statement, { ...parameters, ...run }, bounds),
    send: (statement, run) => database.send(statement, { ...parameters, ...run }),
    inSnapshot: (work, bounds) => database.inSnapshot((snapshot) => work(forCaller(snapshot, session)), bounds),
  } satisfies DatabaseClient);
}
