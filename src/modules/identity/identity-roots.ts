import { root } from '#api/reading/declare/root.ts';
import { sql } from '#kernel/sql.ts';
import { groups, users, viewers } from './identity.source.ts';
import { requireAdministrator } from './rights/change-identity.ts';

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
