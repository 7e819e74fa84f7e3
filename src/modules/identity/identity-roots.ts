import { root } from '../../api/reading/root.ts';
import type { Session } from '../../api/session.ts';
import { sql } from '../../kernel/sql.ts';
import { groups, users, viewers } from './identity.source.ts';
import { requireAdministrator } from './require-administrator.ts';

const administrators = (session: Session): void => {
  requireAdministrator(session, () => undefined);
};

export const identityRoots = Object.freeze({
  viewer: root({ field: 'viewer', of: viewers, finds: 'one' }),
  users: root({ field: 'users', of: users, finds: 'page', allow: administrators }),
  user: root({
    field: 'user',
    of: users,
    finds: 'one',
    allow: administrators,
    where: ({ username }) => sql`t.username = ${username}`,
  }),
  groups: root({ field: 'groups', of: groups, finds: 'page', allow: administrators }),
  group: root({
    field: 'group',
    of: groups,
    finds: 'one',
    allow: administrators,
    where: ({ uid }) => sql`t.uid = ${uid}`,
  }),
});
