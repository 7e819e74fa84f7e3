import { caller, domainPermissions, type Session } from '#api/session.ts';
import { nodeId } from '#api/node.type.ts';
import { columnSql, relation, root, source, timestampColumn } from '#api/reading/declare-source.ts';
import { sql, type Sql, sqlName, sqlText } from '#kernel/sql.ts';
import { type ApiKey, type Group, relatedUsers, type User, type Viewer } from './identity.type.ts';
import type { Column, ColumnExpression, TypeSource } from '#api/reading/type-source.ts';
import { requireAdministrator } from './valid-key.ts';

/** Condition: the row belongs to the caller. */
export const belongsToCaller = (row: Sql): Sql => sql`${row}.username = ${caller.username}`;

/** A visibility condition: administrators see every row, other callers see the rows that meet `condition`. */
export const visibleToAdministratorsOr =
  (condition: (row: Sql) => Sql) =>
  ({ permissions }: Session, row: Sql): Sql =>
    permissions.has('administer') ? sqlText('true') : condition(row);

const member = sqlText('member');

/**
 * A source with the graph type and columns of `target`, users or groups, whose rows are memberships. `column` is the column of `membership`
 * that refers to the user or group. The relations to the members of a group and to the groups of a user use such a source.
 */
function sourceByMembership<T extends object>(target: TypeSource<T>, column: 'username' | 'group_uid'): TypeSource<T> {
  const fromMember = (membership: Sql) =>
    sql`from ${sqlName(target.table)} member where member.${sqlName(target.key)} = ${membership}.${sqlName(column)}`;
  const memberColumn =
    (targetColumn: Column): ColumnExpression =>
    (membership, session) =>
      sql`(select ${columnSql(targetColumn, member, session)} ${fromMember(membership)})`;
  return source<T>({
    type: target.type,
    table: 'membership',
    key: column,
    columns: Object.fromEntries(
      Object.entries(target.columns).map(([field, targetColumn]) => [field, memberColumn(targetColumn)]),
    ) as Record<keyof T & string, Column>,
    order: { by: [{ column, type: 'text' }] },
    visible: (session: Session, membership: Sql) =>
      sql`exists (select 1 ${fromMember(membership)} and ${target.visible(session, member)})`,
  });
}

/** Users by username, visible to administrators and to the user. */
export const users = source<User>({
  type: 'User',
  table: 'user_account',
  key: 'username',
  entityKeys: ['username'],
  columns: {
    id: nodeId('User', 'username'),
    username: 'username',
    isActive: 'is_active',
    permissions: 'permissions',
    createdAt: timestampColumn('created_at'),
  },
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: visibleToAdministratorsOr(belongsToCaller),
});

/** Groups by uid, visible to administrators and to the members. */
export const groups = source<Group>({
  type: 'Group',
  table: 'user_group',
  key: 'uid',
  columns: {
    id: nodeId('Group', 'uid'),
    uid: 'uid',
    title: 'title',
    permissions: 'permissions',
    createdAt: timestampColumn('created_at'),
  },
  order: { by: [{ column: 'uid', type: 'text' }] },
  visible: visibleToAdministratorsOr((group) => sql`${group}.uid = any(${caller.groups})`),
});

/** Keys in order of creation, ties by uid. The hash is never read into the graph. */
export const apiKeys = source<ApiKey>({
  type: 'ApiKey',
  table: 'api_key',
  key: 'uid',
  columns: {
    id: nodeId('ApiKey', 'uid'),
    uid: 'uid',
    label: 'label',
    permissions: 'permissions',
    isReadOnly: 'is_read_only',
    datasets: 'datasets',
    createdAt: timestampColumn('created_at'),
    expiresAt: timestampColumn('expires_at'),
    revokedAt: timestampColumn('revoked_at'),
  },
  order: {
    by: [
      { column: 'created_at', type: 'timestamptz' },
      { column: 'uid', type: 'text' },
    ],
  },
  visible: visibleToAdministratorsOr(belongsToCaller),
});

/** The caller; no row without a key. */
const viewers = source<Viewer>({
  type: 'Viewer',
  table: 'user_account',
  key: 'username',
  columns: {
    username: 'username',
    permissions: (_user, session) =>
      sql`${domainPermissions.filter((permission) => session.permissions.has(permission))}::text[]`,
  },
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: (_session, viewer) => belongsToCaller(viewer),
});

const groupsByMembership = sourceByMembership(groups, 'group_uid');
const usersByMembership = sourceByMembership(users, 'username');

export const groupsOfUser = relation({
  from: users,
  field: 'groups',
  to: groupsByMembership,
  on: ['username', 'username'],
  returns: 'page',
});
export const groupsOfViewer = relation({
  from: viewers,
  field: 'groups',
  to: groupsByMembership,
  on: ['username', 'username'],
  returns: 'page',
});
export const membersOfGroup = relation({
  from: groups,
  field: 'members',
  to: usersByMembership,
  on: ['uid', 'group_uid'],
  returns: 'page',
});
export const keysOfUser = relation({
  from: users,
  field: 'keys',
  to: apiKeys,
  on: ['username', 'username'],
  returns: 'page',
});
export const keysOfViewer = relation({
  from: viewers,
  field: 'keys',
  to: apiKeys,
  on: ['username', 'username'],
  returns: 'page',
});
export const ownerOfKey = relation({
  from: apiKeys,
  field: 'owner',
  to: relatedUsers,
  on: ['username', 'username'],
  returns: 'one',
  authorizedByParent: true,
  isForeignKey: true,
});

/** The root fields that read users, groups and the caller. */
export const identityRoots = Object.freeze({
  viewer: root({ field: 'viewer', source: viewers, returns: 'one' }),
  users: root({ field: 'users', source: users, returns: 'page', authorize: requireAdministrator }),
  user: root({
    field: 'user',
    source: users,
    returns: 'one',
    authorize: requireAdministrator,
    where: ({ username }) => sql`t.username = ${username}`,
  }),
  groups: root({ field: 'groups', source: groups, returns: 'page', authorize: requireAdministrator }),
  group: root({
    field: 'group',
    source: groups,
    returns: 'one',
    authorize: requireAdministrator,
    where: ({ uid }) => sql`t.uid = ${uid}`,
  }),
});
