import { caller } from '#api/session/caller.ts';
import { requirePermission, type Session } from '#api/session/session.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';

/** Whether the caller may read, change, delete and share all saved connections. */
const canManageConnections = (session: Session): boolean => session.permissions.has('manage_connection');

/**
 * Returns the result of `next` when the caller may manage connections. Fails UNAUTHORIZED without a key, and PERMISSION_DENIED without
 * `manage_connection`.
 */
export function requireManageConnections<T>(session: Session, next: () => T): T {
  requirePermission(session, 'manage_connection');
  return next();
}

/**
 * The rights on a connection. Each function returns the SQL condition that the caller has the right. The argument `connection` is the
 * alias of the table `connection` in the query.
 */
export const connectionRights = Object.freeze({
  /**
   * The right to use the connection in resources that do not use it yet. The connection must be reusable, and the caller
   * must manage connections, have created the connection, or have it shared with them or one of their groups.
   */
  reuse: (session: Session, connection: Sql): Sql =>
    sql`(${connection}.is_reusable and ${canManageConnections(session) ? sqlText('true') : isOwnOrSharedWithCaller(connection)})`,
  /**
   * The right to change, delete and share the connection. Only saved connections qualify: an inline connection changes with
   * its resource.
   */
  manage: (session: Session, connection: Sql): Sql =>
    canManageConnections(session) ? sql`${connection}.dataset_uid is null` : sqlText('false'),
  /** The right to read the connection. Only saved connections qualify. */
  see: (session: Session, connection: Sql): Sql =>
    sql`(${connection}.dataset_uid is null and (${canManageConnections(session) ? sqlText('true') : connectionRights.reuse(session, connection)}))`,
});

/** Condition: the caller created the connection, or it is shared with the caller or one of their groups. */
const isOwnOrSharedWithCaller = (
  connection: Sql,
): Sql => sql`(${connection}.created_by is not distinct from ${caller.username} and ${caller.username} is not null
  or ${connection}.uid in (select shared.connection_uid from connection_user shared where shared.username = ${caller.username})
  or ${connection}.uid in (select shared.connection_uid from connection_group shared where shared.group_uid = any(${caller.groups})))`;
