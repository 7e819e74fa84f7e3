import { relation } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import { sqlText } from '#kernel/sql.ts';
import { users, visibleToAdministratorsOr } from './identity.source.ts';
import { Invitation } from './invitation.type.ts';

/** The invitations that wait to be redeemed, visible to administrators. The hash is never read into the graph. */
const invitations = source(Invitation, {
  table: 'invitation',
  key: 'username',
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: visibleToAdministratorsOr(() => sqlText('false')),
});

relation({
  from: users,
  field: 'invitation',
  to: invitations,
  on: ['username', 'username'],
  returns: 'one',
  description:
    'The invitation of the user, for 30 days after it has expired. Null for a user who was not invited or has redeemed it, and without `administer`.',
});
