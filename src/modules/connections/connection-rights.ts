import { caller } from '../../api/session/caller.ts';
import { requirePermission, type Session } from '../../api/session/session.ts';
import { sql, sqlText, type Sql } from '../../kernel/sql.ts';

/** Whether the caller may change, delete and share saved connections. */
const canManageConnections = (session: Session): boolean => session.permissions.has('manage_connection');

/** Returns what `next` returns, for callers who may manage connections. Fails UNAUTHORIZED, PERMISSION_DENIED for others. */
export function requireManageConnections<T>(session: Session, next: () => T): T {
  requirePermission(session, 'manage_connection');
  return next();
}

/** The rights on a connection: for each the condition, on a row of `connection` under an alias, that the caller has it. */
export const connectionRights = Object.freeze({
  /** To use it in more resources, while it is reusable: its creator, the users and groups it is shared with, and managers of connections. */
  reuse: (session: Session, connection: Sql): Sql =>
    sql`(${connection}.is_reusable and ${canManageConnections(session) ? sqlText('true') : isSharedWithCaller(connection)})`,
  /** To change, delete and share it. An inline connection changes with its resource. */
  manage: (session: Session, connection: Sql): Sql =>
    canManageConnections(session) ? sql`${connection}.dataset_uid is null` : sqlText('false'),
  /** To read it. */
  see: (session: Session, connection: Sql): Sql =>
    sql`(${connection}.dataset_uid is null and (${canManageConnections(session) ? sqlText('true') : connectionRights.reuse(session, connection)}))`,
});

const isSharedWithCaller = (
  connection: Sql,
): Sql => sql`(${connection}.created_by is not distinct from ${caller.username} and ${caller.username} is not null
  or ${connection}.uid in (select shared.connection_uid from connection_user shared where shared.username = ${caller.username})
  or ${connection}.uid in (select shared.connection_uid from connection_group shared where shared.group_uid = any(${caller.groups})))`;
