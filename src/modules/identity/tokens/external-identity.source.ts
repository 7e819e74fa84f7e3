import { nodeId } from '#api/node/node.type.ts';
import { relation } from '#api/reading/declare/relation.ts';
import { source, timestampColumn } from '#api/reading/declare/source.ts';
import { users } from '../identity.source.ts';
import { belongsToCaller, visibleToAdministratorsOr } from '../rights/visible-rows.ts';
import { identityProviders } from '../providers/identity-provider.source.ts';
import type { ExternalIdentity } from './external-identity.type.ts';

/** Identities in order of linking, ties by uid, visible to administrators and to the user. */
export const externalIdentities = source<ExternalIdentity>({
  type: 'ExternalIdentity',
  table: 'external_identity',
  key: 'uid',
  columns: {
    id: nodeId('ExternalIdentity', 'uid'),
    uid: 'uid',
    subject: 'subject',
    createdAt: timestampColumn('created_at'),
    tokenIssuedAt: timestampColumn('token_issued_at'),
  },
  order: {
    by: [
      { column: 'created_at', type: 'timestamptz' },
      { column: 'uid', type: 'text' },
    ],
  },
  visible: visibleToAdministratorsOr(belongsToCaller),
});

export const identitiesOfUser = relation({
  from: users,
  field: 'identities',
  to: externalIdentities,
  on: ['username', 'username'],
  returns: 'page',
});
export const providerOfIdentity = relation({
  from: externalIdentities,
  field: 'provider',
  to: identityProviders,
  on: ['provider_uid', 'uid'],
  returns: 'one',
  isForeignKey: true,
});
