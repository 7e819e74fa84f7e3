import { root } from '../../api/reading/declare/root.ts';
import type { Session } from '../../api/session/session.ts';
import { sql } from '../../kernel/sql.ts';
import { groups, users, viewers } from './identity.source.ts';
import { requireAdministrator } from './rights/change-identity.ts';

const administrators = (session: Session): void => {
  requireAdministrator(session, () => undefined);
};

export const identityRoots = Object.freeze({
  viewer: root({ field: 'viewer', source: viewers, returns: 'one' }),
  users: root({ field: 'users', source: users, returns: 'page', authorize: administrators }),
  user: root({
    field: 'user',
    source: users,
    returns: 'one',
    authorize: administrators,
    where: ({ username }) => sql`t.username = ${username}`,
  }),
  groups: root({ field: 'groups', source: groups, returns: 'page', authorize: administrators }),
  group: root({
    field: 'group',
    source: groups,
    returns: 'one',
    authorize: administrators,
    where: ({ uid }) => sql`t.uid = ${uid}`,
  }),
});
