import { SqlParameter, sql, type ParameterValues, type Sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { Session } from './session.ts';

/**
 * The caller in SQL. The text of a statement depends on what the caller may do, never on who they are, so callers with the same
 * rights share the statement. With a key that is limited to datasets, the caller is no one here: only conditions on datasets
 * (`callerOnDatasets`) know the owner of such a key, so no other condition can grant it anything.
 */
export const caller = Object.freeze({
  /** The caller's name; null without a key, and with a key that is limited to datasets. */
  username: sql`${new SqlParameter('username')}::text`,
  /** The uids of the caller's groups. */
  groups: sql`${new SqlParameter('groups')}::text[]`,
  /** Scheme and host at which the caller reaches the service; null outside a request. */
  address: sql`${new SqlParameter('address')}::text`,
});

/** The condition on the rows of a table with the column `uid`, and the object that the caller has changed, where its payload is read. */
export const orChanged = ({ changedUid }: Session, row: Sql, condition: Sql): Sql =>
  changedUid === undefined ? condition : sql`(${row}.uid = ${new SqlParameter('changedUid')}::text or ${condition})`;

/** The owner of a key that is limited to datasets, their groups, and the uids of the datasets. */
const limited = Object.freeze({
  username: sql`${new SqlParameter('limitedUsername')}::text`,
  groups: sql`${new SqlParameter('limitedGroups')}::text[]`,
  datasets: sql`${new SqlParameter('limitedDatasets')}::text[]`,
});

/** The caller in conditions on the rights on datasets. `datasets` is undefined for a key that is not limited to datasets. */
export const callerOnDatasets = ({ datasetLimit }: Session): { username: Sql; groups: Sql; datasets?: Sql } =>
  datasetLimit ? limited : caller;

/** The values of the parameters of `caller` for a session. */
export const callerParameters = ({
  username,
  groups,
  address,
  datasetLimit,
  changedUid,
}: Session): ParameterValues => ({
  username: datasetLimit ? null : (username ?? null),
  groups: datasetLimit ? [] : groups,
  address: address ?? null,
  ...(changedUid !== undefined && { changedUid }),
  ...(datasetLimit && {
    limitedUsername: username ?? null,
    limitedGroups: groups,
    limitedDatasets: datasetLimit.uids,
  }),
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
