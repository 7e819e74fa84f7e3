import { caller } from '../../api/caller.ts';
import { requirePermission, type Session } from '../../api/session.ts';
import { sql, sqlText, type Sql } from '../../kernel/sql.ts';

/** Whether the caller may change, delete and share saved connections. */
const managesConnections = (session: Session): boolean => session.permissions.has('manage_connection');

/** Goes on only for those who manage connections; fails UNAUTHORIZED, PERMISSION_DENIED. */
export function requireManaging<T>(session: Session, next: () => T): T {
  requirePermission(session, 'manage_connection');
  return next();
}

/**
 * Who may do what with a connection, as conditions on a row of `connection` under an alias. Everything takes them from here.
 */
export const connectionRights = Object.freeze({
  /** To bring it into resources: its creator, those whom it is shared with, and those who manage connections, while it is reusable. */
  reuse: (session: Session, connection: Sql): Sql =>
    sql`(${connection}.is_reusable and ${managesConnections(session) ? sqlText('true') : isShared(connection)})`,
  /** To change, delete and share it; an inline one is changed with its resource. */
  manage: (session: Session, connection: Sql): Sql =>
    managesConnections(session) ? sql`${connection}.dataset_uid is null` : sqlText('false'),
  /** To find it. */
  see: (session: Session, connection: Sql): Sql =>
    sql`(${connection}.dataset_uid is null and (${managesConnections(session) ? sqlText('true') : connectionRights.reuse(session, connection)}))`,
});

const isShared = (
  connection: Sql,
): Sql => sql`(${connection}.created_by is not distinct from ${caller.username} and ${caller.username} is not null
  or ${connection}.uid in (select shared.connection_uid from connection_user shared where shared.username = ${caller.username})
  or ${connection}.uid in (select shared.connection_uid from connection_group shared where shared.group_uid = any(${caller.groups})))`;
