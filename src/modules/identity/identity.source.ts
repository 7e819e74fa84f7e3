import { ID } from 'type-graphql';
import { caller, domainPermissions, type Session } from '#api/session.ts';
import { relation, root } from '#api/reading/declare-fields.ts';
import { columnSql, source, byCreation } from '#api/reading/declare-source.ts';
import { sql, type Sql, sqlName, sqlText } from '#kernel/sql.ts';
import { ApiKey, Group, userRelation, User, Viewer } from './identity.type.ts';
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
function sourceByMembership<T extends object>(
  of: abstract new () => T,
  target: TypeSource<T>,
  column: 'username' | 'group_uid',
): TypeSource<T> {
  const fromMember = (membership: Sql) =>
    sql`from ${sqlName(target.table)} member where member.${sqlName(target.key)} = ${membership}.${sqlName(column)}`;
  const memberColumn =
    (targetColumn: Column): ColumnExpression =>
    (membership, session) =>
      sql`(select ${columnSql(targetColumn, member, session)} ${fromMember(membership)})`;
  return source(of, {
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
export const users = source(User, {
  table: 'user_account',
  key: 'username',
  entityKeys: ['username'],
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: visibleToAdministratorsOr(belongsToCaller),
});

/** Groups by uid, visible to administrators and to the members. */
export const groups = source(Group, {
  table: 'user_group',
  key: 'uid',
  order: { by: [{ column: 'uid', type: 'text' }] },
  visible: visibleToAdministratorsOr((group) => sql`${group}.uid = any(${caller.groups})`),
});

/** Keys in order of creation, ties by uid. The hash is never read into the graph. */
export const apiKeys = source(ApiKey, {
  table: 'api_key',
  key: 'uid',
  order: byCreation,
  visible: visibleToAdministratorsOr(belongsToCaller),
});

/** The caller; no row without a key. */
const viewers = source(Viewer, {
  table: 'user_account',
  key: 'username',
  columns: {
    permissions: (_user, session) =>
      sql`${domainPermissions.filter((permission) => session.permissions.has(permission))}::text[]`,
  },
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: (_session, viewer) => belongsToCaller(viewer),
});

const groupsByMembership = sourceByMembership(Group, groups, 'group_uid');
const usersByMembership = sourceByMembership(User, users, 'username');

export const groupsOfUser = relation({
  from: users,
  field: 'groups',
  to: groupsByMembership,
  on: ['username', 'username'],
  returns: 'page',
  description: 'The groups of the user, by uid.',
});
relation({
  from: viewers,
  field: 'groups',
  to: groupsByMembership,
  on: ['username', 'username'],
  returns: 'page',
  description: 'The groups of the caller, by uid.',
});
export const membersOfGroup = relation({
  from: groups,
  field: 'members',
  to: usersByMembership,
  on: ['uid', 'group_uid'],
  returns: 'page',
  description: 'The members that the caller may see, by username: all with `administer`, otherwise only the caller.',
});
relation({
  from: users,
  field: 'keys',
  to: apiKeys,
  on: ['username', 'username'],
  returns: 'page',
  description: "The user's keys in order of creation, including revoked and expired ones.",
});
relation({
  from: viewers,
  field: 'keys',
  to: apiKeys,
  on: ['username', 'username'],
  returns: 'page',
  description: 'The keys of the caller in order of creation, including revoked and expired ones.',
});
userRelation(apiKeys, 'owner', 'The owner of the key. Null when that user was deleted in the meantime.', {
  column: 'username',
});

/** The root fields that read users, groups and the caller. */
export const identityRoots = [
  root({ field: 'viewer', source: viewers, returns: 'one', description: 'The caller. Null without a key.' }),
  root({
    field: 'users',
    source: users,
    returns: 'page',
    authorize: requireAdministrator,
    description: 'All users, by username. Needs `administer`: without it, the field is null with an error.',
  }),
  root({
    field: 'user',
    source: users,
    returns: 'one',
    authorize: requireAdministrator,
    description:
      'One user. Null when there is none with this name. Needs `administer`: without it, the field is null with an error.',
    keys: { username: [String, 'The name.'] },
  }),
  root({
    field: 'groups',
    source: groups,
    returns: 'page',
    authorize: requireAdministrator,
    description: 'All groups, by uid. Needs `administer`: without it, the field is null with an error.',
  }),
  root({
    field: 'group',
    source: groups,
    returns: 'one',
    authorize: requireAdministrator,
    description:
      'One group. Null when there is none with this uid. Needs `administer`: without it, the field is null with an error.',
    keys: { uid: [ID, 'The uid of the group.'] },
  }),
];
