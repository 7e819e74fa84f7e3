import { caller, orChanged, requirePermission, type Session } from '#api/session.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { grantsOneOf, withinScopes } from '#access/index.ts';
import { connectionPermissions } from './connection-ruleset.type.ts';

/** Whether the caller may read, change, delete and share all saved connections. */
const canManageConnections = (session: Session): boolean => session.permissions.has('manage_connection');

/** Returns the result of `next`; fails UNAUTHORIZED, or PERMISSION_DENIED without `manage_connection`. */
export function requireManageConnections<T>(session: Session, next: () => T): T {
  requirePermission(session, 'manage_connection');
  return next();
}

/** The rights on a connection, as SQL conditions on the alias of its table. */
export const connectionRights = Object.freeze({
  /**
   * The right to use the connection in resources that do not use it yet. The connection must be reusable, and the caller
   * must manage connections, have created the connection, or have it shared with them or one of their groups.
   */
  reuse: (session: Session, connection: Sql): Sql =>
    sql`
      (${connection}.is_reusable
        and ${canManageConnections(session) ? sqlText('true') : isOwnOrSharedWithCaller(connection)})`,
  /** The right to change, delete and share a saved connection, for all or by a ruleset; an inline one changes with its resource. */
  manage: (session: Session, connection: Sql): Sql =>
    sql`(${connection}.dataset_uid is null and ${mayManage(session, connection)})`,
  /** The right to read the connection. Only saved connections qualify. */
  see: (session: Session, connection: Sql): Sql =>
    sql`
      (${connection}.dataset_uid is null
        and (${mayManage(session, connection)} or ${connectionRights.reuse(session, connection)}))`,
  /** The right to read a ruleset: that to manage its connection, or to have just changed it. */
  seeRuleset: (session: Session, ruleset: Sql): Sql =>
    orChanged(
      session,
      sql`${ruleset}.connection_uid`,
      sql`exists (select from connection c
        where c.uid = ${ruleset}.connection_uid and ${connectionRights.manage(session, sqlText('c'))})`,
    ),
});

/** Condition: the caller may manage connections, or has a ruleset on this one that allows to. */
function mayManage(session: Session, connection: Sql): Sql {
  if (canManageConnections(session)) return sqlText('true');
  const allowed = withinScopes(session, connectionPermissions);
  return allowed.length === 0 ? sqlText('false') : hasRuleset(connection, grantsOneOf(allowed));
}

/** Condition: the caller created the connection, or it is shared with the caller or one of their groups. */
const isOwnOrSharedWithCaller = (connection: Sql): Sql =>
  sql`(${connection}.created_by is not distinct from ${caller.username} and ${caller.username} is not null
  or ${hasRuleset(connection, sqlText('true'))})`;

/** Condition: a ruleset of the caller or of one of their groups on the connection meets a condition, which names the ruleset `r`. */
const hasRuleset = (connection: Sql, condition: Sql): Sql => sql`
  (${connection}.uid in (select r.connection_uid from connection_user r where r.username = ${caller.username} and ${condition})
    or ${connection}.uid in (select r.connection_uid
      from connection_group r
      where r.group_uid = any(${caller.groups}) and ${condition}))`;
