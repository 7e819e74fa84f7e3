import { caller } from '#api/session/caller.ts';
import { nodeId } from '#api/node/node.type.ts';
import { domainPermissions } from '#api/session/permissions.ts';
import { relation } from '#api/reading/declare/relation.ts';
import { source, timestampColumn } from '#api/reading/declare/source.ts';
import { sql } from '#kernel/sql.ts';
import { type ApiKey } from './keys/api-key.type.ts';
import { type Group } from './groups/group.type.ts';
import { relatedUsers } from './users/related-user.type.ts';
import { belongsToCaller, visibleToAdministratorsOr } from './rights/visible-rows.ts';
import { sourceByMembership } from './groups/source-by-membership.ts';
import { type User } from './users/user.type.ts';
import { type Viewer } from './users/viewer.type.ts';

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
export const viewers = source<Viewer>({
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
