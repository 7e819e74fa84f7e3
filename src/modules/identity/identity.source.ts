import { ID } from 'type-graphql';
import { caller, domainPermissions, type Session } from '#api/session.ts';
import { relation, root } from '#api/reading/declare-fields.ts';
import { containedIn, equalTo, listCriteria, referring, timeRange, titleWords } from '#api/reading/declare-list.ts';
import { columnSql, type GivenArgument, source, byCreation, timestampSql } from '#api/reading/declare-source.ts';
import { titleMatches } from '#api/reading/title-search.ts';
import { sql, type Sql, sqlName, sqlText } from '#kernel/sql.ts';
import { ApiKey } from './api-key.type.ts';
import { Group, PermissionEnum, permissionNamesOf, userRelation, User, Viewer } from './identity.type.ts';
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

/** The time of a column of the activity of a user; null where there is none. */
const activity =
  (column: 'last_seen_at' | 'last_login_at'): ColumnExpression =>
  (user) =>
    timestampSql(sql`(select a.${sqlName(column)} from user_activity a where a.username = ${user}.username)`);

/** A member of a list of texts by the groups of a user. */
const ofGroups =
  (value: string, order: string): ColumnExpression =>
  (user) =>
    sql`(select coalesce(jsonb_agg(${sqlText(value)} order by ${sqlText(order)}), '[]') from membership m
      join user_group g on g.uid = m.group_uid where m.username = ${user}.username)`;

const emptyObject = (): Sql => sqlText(`'{}'::jsonb`);

/** Users by username, visible to administrators and to the user. */
export const users = source(User, {
  table: 'user_account',
  key: 'username',
  entityKeys: ['username'],
  columns: {
    lastSeenAt: activity('last_seen_at'),
    lastLoginAt: activity('last_login_at'),
    permissionNames: permissionNamesOf,
    accountType: (user) =>
      sql`case when exists (select 1 from external_identity i where i.username = ${user}.username) then 'linked' else 'local' end`,
    isOds: () => sqlText('false'),
    gravatarUrl: () => sqlText(`''::text`),
    managementLimits: emptyObject,
    groupReferences: ofGroups(`jsonb_build_object('uid', g.uid)`, 'g.uid'),
    groupTitles: ofGroups('g.title', 'g.title, g.uid'),
    providerReferences: (user) =>
      sql`(select coalesce(jsonb_agg(jsonb_build_object('uid', i.provider_uid) order by i.provider_uid), '[]')
        from external_identity i where i.username = ${user}.username)`,
  },
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: visibleToAdministratorsOr(belongsToCaller),
});

/** The user in a column, as other users see them; null where the user is not known. */
const author =
  (column: 'created_by' | 'updated_by'): ColumnExpression =>
  (group) => {
    const username = sql`${group}.${sqlName(column)}`;
    return sql`case when ${username} is not null then jsonb_build_object('username', ${username}) end`;
  };

const countMembers = (group: Sql): Sql =>
  sql`(select count(*)::int from membership m where m.group_uid = ${group}.uid)`;

/** Groups by uid, visible to administrators and to the members. */
export const groups = source(Group, {
  table: 'user_group',
  key: 'uid',
  columns: {
    createdBy: author('created_by'),
    updatedBy: author('updated_by'),
    userCount: countMembers,
    permissionNames: permissionNamesOf,
    managementLimits: emptyObject,
  },
  order: { by: [{ column: 'uid', type: 'text' }] },
  visible: visibleToAdministratorsOr((group) => sql`${group}.uid = any(${caller.groups})`),
});

/** Keys in order of creation, ties by uid. The hash is never read into the graph. */
export const apiKeys = source(ApiKey, {
  table: 'api_key',
  key: 'uid',
  columns: {
    datasetUids: 'datasets',
    permissionNames: permissionNamesOf,
    isRevoked: (key) => sql`(${key}.revoked_at is not null)`,
    revocationStatus: (key) => sql`jsonb_build_object('revokedAt', ${timestampSql(sql`${key}.revoked_at`)},
      'revocationReason', ${key}.revocation_reason)`,
  },
  order: byCreation,
  visible: visibleToAdministratorsOr(belongsToCaller),
});

/** The caller; no row without a key. */
export const viewers = source(Viewer, {
  table: 'user_account',
  key: 'username',
  columns: {
    permissions: (_user, session) =>
      sql`${domainPermissions.filter((permission) => session.permissions.has(permission))}::text[]`,
    credential: () => caller.credential,
    sessionExpiresAt: () => timestampSql(caller.sessionExpiresAt),
  },
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: (_session, viewer) => belongsToCaller(viewer),
});

/** Condition: a right is among those of a row, a user, a group or a key. */
const hasPermission = (permission: GivenArgument, row: Sql): Sql => sql`${permission}::text = any(${row}.permissions)`;

/** Condition: rights are all among those of a row. */
const hasPermissions = (permissions: GivenArgument, row: Sql): Sql => sql`${row}.permissions @> ${permissions}::text[]`;

/** A column that is sorted as people sort texts. */
const byLanguage = (column: string) => ({ column, type: 'text', collation: 'und-x-icu' }) as const;

const userMembers = {
  username: titleWords((words, user) => titleMatches(sql`${user}.username`, words), 'name'),
  isActive: equalTo('is_active', () => Boolean, 'Only active users, or only others.'),
  permission: {
    type: () => PermissionEnum,
    description:
      'The user has this right for the whole domain, directly or by a group. The right `administer` counts only as itself.',
    where: (permission: GivenArgument, user: Sql) => sql`(${hasPermission(permission, user)} or exists (select 1
      from membership m join user_group g on g.uid = m.group_uid
      where m.username = ${user}.username and ${hasPermission(permission, sqlText('g'))}))`,
  },
  directPermissions: {
    type: () => [PermissionEnum],
    description: 'The user has all these rights for the whole domain directly. Each counts only as itself.',
    where: hasPermissions,
  },
  permissions: {
    type: () => [PermissionEnum],
    description:
      'The user has all these rights for the whole domain, directly or by groups. Each counts only as itself.',
    where: (permissions: GivenArgument, user: Sql) => sql`(${user}.permissions || array(select unnest(g.permissions)
      from membership m join user_group g on g.uid = m.group_uid
      where m.username = ${user}.username)) @> ${permissions}::text[]`,
  },
  search: containedIn('username, a name or the e-mail address', (user) =>
    ['username', 'first_name', 'last_name', 'email'].map((column) => sql`${user}.${sqlName(column)}`),
  ),
  groupUid: {
    type: () => ID,
    description: 'The user is a member of the group with this uid.',
    where: (uid: GivenArgument, user: Sql) =>
      sql`exists (select 1 from membership m where m.username = ${user}.username and m.group_uid = ${uid}::text)`,
  },
  createdAt: timeRange('created_at', 'When the user was created.'),
};

/** How administrators find users. */
const userList = listCriteria({
  source: users,
  name: 'User',
  items: 'users',
  filter: userMembers,
  orders: {
    USERNAME: { column: 'username', type: 'text', isUnique: true, description: 'The name that identifies the user.' },
    FIRST_NAME: { ...byLanguage('first_name'), description: 'The first name, in the order of languages.' },
    LAST_NAME: { ...byLanguage('last_name'), description: 'The last name, in the order of languages.' },
    LAST_SEEN_AT: {
      column: 'last_seen_at',
      valueOfKey: (user) =>
        sql`coalesce((select a.last_seen_at from user_activity a where a.username = ${user}.username), '-infinity')`,
      type: 'timestamptz',
      description: 'When the user was last there; those who never were come first.',
    },
    CREATED_AT: { column: 'created_at', type: 'timestamptz', description: 'When the user was created.' },
  },
});

/** The username in a column, empty where that user is not known. */
const byAuthor = (column: string) =>
  ({
    column,
    valueOfKey: (group: Sql) =>
      sql`(select coalesce(author.${sqlName(column)}, '') from user_group author where author.uid = ${group}.uid)`,
    type: 'text',
  }) as const;

const groupMembers = {
  title: titleWords((words, group) => titleMatches(sql`${group}.title`, words)),
  permission: {
    type: () => PermissionEnum,
    description:
      'The group gives its members this right for the whole domain. The right `administer` counts only as itself.',
    where: hasPermission,
  },
  permissions: {
    type: () => [PermissionEnum],
    description: 'The group gives its members all these rights for the whole domain. Each counts only as itself.',
    where: hasPermissions,
  },
  search: containedIn('title or the uid', (group) => [sql`${group}.title`, sql`${group}.uid`]),
  createdAt: timeRange('created_at', 'When the group was created.'),
};

/** How administrators find groups. Groups are few, so that only their key has an index. */
const groupList = listCriteria({
  source: groups,
  name: 'Group',
  items: 'groups',
  filter: groupMembers,
  orders: {
    UID: { column: 'uid', type: 'text', isUnique: true, description: 'The slug that identifies the group.' },
    TITLE: { ...byLanguage('title'), description: 'The title, in the order of languages.' },
    CREATED_AT: { column: 'created_at', type: 'timestamptz', description: 'When the group was created.' },
    UPDATED_AT: { column: 'updated_at', type: 'timestamptz', description: 'When the group was last changed.' },
    CREATED_BY: { ...byAuthor('created_by'), description: 'The username of the creator.' },
    UPDATED_BY: { ...byAuthor('updated_by'), description: 'The username of the author of the last change.' },
    USER_COUNT: {
      column: 'user_count',
      valueOfKey: countMembers,
      type: 'integer',
      description: 'The number of members.',
    },
  },
});

/** How the keys of a user are found. The database decides which have expired, as it does where a key is used. */
const keyList = listCriteria({
  source: apiKeys,
  name: 'ApiKey',
  items: 'keys',
  filter: {
    label: titleWords((words, key) => titleMatches(sql`${key}.label`, words), 'label'),
    isValid: {
      type: () => Boolean,
      description: 'Only keys that are neither revoked nor expired, or only others.',
      where: (isValid, key) =>
        sql`(${key}.revoked_at is null and (${key}.expires_at is null or ${key}.expires_at > now())) = ${isValid}::boolean`,
    },
    isReadOnly: equalTo('is_read_only', () => Boolean, 'Only keys that only read, or only others.'),
    datasetUid: {
      type: () => ID,
      description: 'The key is limited to datasets, and this uid is one of theirs.',
      where: (uid, key) => sql`${uid}::text = any(${key}.datasets)`,
    },
    createdAt: timeRange('created_at', 'When the key was created.'),
    expiresAt: timeRange('expires_at', 'When the key expires; without keys that do not expire.'),
  },
  orders: { CREATED_AT: { column: 'created_at', type: 'timestamptz', description: 'When the key was created.' } },
});

const groupsByMembership = sourceByMembership(Group, groups, 'group_uid');
const usersByMembership = sourceByMembership(User, users, 'username');

const groupsOfUserList = listCriteria({
  source: groupsByMembership,
  filterOf: groupList,
  filter: referring(
    groupMembers,
    member,
    (membership, condition) =>
      sql`exists (select 1 from user_group member where member.uid = ${membership}.group_uid and ${condition})`,
  ),
});
const membersOfGroupList = listCriteria({
  source: usersByMembership,
  filterOf: userList,
  filter: referring(
    userMembers,
    member,
    (membership, condition) =>
      sql`exists (select 1 from user_account member where member.username = ${membership}.username and ${condition})`,
  ),
});

export const groupsOfUser = relation({
  from: users,
  field: 'groups',
  to: groupsByMembership,
  on: ['username', 'username'],
  returns: 'page',
  list: groupsOfUserList,
  description: 'The groups of the user, by uid.',
});
relation({
  from: viewers,
  field: 'groups',
  to: groupsByMembership,
  on: ['username', 'username'],
  returns: 'page',
  list: groupsOfUserList,
  description: 'The groups of the caller, by uid.',
});
export const membersOfGroup = relation({
  from: groups,
  field: 'members',
  to: usersByMembership,
  on: ['uid', 'group_uid'],
  returns: 'page',
  list: membersOfGroupList,
  description: 'The members, by username: all with `administer`, otherwise only the caller.',
});
relation({
  from: users,
  field: 'keys',
  to: apiKeys,
  on: ['username', 'username'],
  returns: 'page',
  list: keyList,
  description: "The user's keys, by default in order of creation, including revoked and expired ones.",
});
relation({
  from: viewers,
  field: 'keys',
  to: apiKeys,
  on: ['username', 'username'],
  returns: 'page',
  list: keyList,
  description: 'The keys of the caller, by default in order of creation, including revoked and expired ones.',
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
    list: userList,
    description: 'All users, by default by username. Needs `administer`, else null with an error.',
  }),
  root({
    field: 'user',
    source: users,
    returns: 'one',
    authorize: requireAdministrator,
    description: 'One user. Null when there is none with this name. Needs `administer`, else null with an error.',
    keys: { username: [String, 'The username, as the user signs in; upper and lower case differ.'] },
  }),
  root({
    field: 'groups',
    source: groups,
    returns: 'page',
    authorize: requireAdministrator,
    list: groupList,
    description: 'All groups, by default by uid. Needs `administer`, else null with an error.',
  }),
  root({
    field: 'group',
    source: groups,
    returns: 'one',
    authorize: requireAdministrator,
    description: 'One group. Null when there is none with this uid. Needs `administer`, else null with an error.',
    keys: { uid: [ID, 'The uid of the group.'] },
  }),
];
