import { ID } from 'type-graphql';
import { relation, root } from '#api/reading/declare-fields.ts';
import { requireCaller } from '#api/session.ts';
import { failFields, requiredMessage } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { apiKeys, users } from './identity.source.ts';
import { hashKey } from './session-lookup.ts';
import { requireAdministrator } from './valid-key.ts';

/** A key is visible to its owner and to administrators, who also see the owner. */
relation({
  from: apiKeys,
  field: 'account',
  to: users,
  on: ['username', 'username'],
  returns: 'one',
  isForRest: true,
  description: 'The owner of the key with all properties. Null when that user was deleted in the meantime.',
});

/** The root fields that read one key. */
export const apiKeyRoots = [
  root({
    field: 'apiKey',
    source: apiKeys,
    returns: 'one',
    authorize: requireCaller,
    description:
      'The key with this uid, revoked or not: one of yours, or with `administer` any. Null when there is none. Needs a key, else null with an error.',
    keys: { uid: [ID, 'The uid of the key.'] },
  }),
  root({
    field: 'apiKeyByText',
    source: apiKeys,
    returns: 'one',
    authorize: requireAdministrator,
    parse: {
      key: (text, path) => [text.trim() === '' ? failFields({ [path]: [requiredMessage] }) : hashKey(text)],
    },
    where: ({ key }) => sql`t.hash = (${key}::text[])[1]`,
    description:
      'The key with this text, revoked or not. Null when there is none. Needs `administer`, else null with an error.',
    keys: { key: [String, 'The text of the key.'] },
  }),
];
