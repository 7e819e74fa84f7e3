import { z } from 'zod';
import type { JsonObject } from '#kernel/json.ts';
import { toPlainJson } from '#kernel/json.ts';
import { resolveSecrets, withReferences } from '../files/secrets.ts';
import {
  CreateProviderDocument,
  DeleteProviderDocument,
  type ExportProvidersQuery,
  ExportProvidersDocument,
  UpdateProviderDocument,
} from '../generated/operations.ts';
import { documentNoun } from './document-noun.ts';
import type { Session } from './noun.ts';
import { pages } from './pages.ts';

const providerDocument = z.strictObject({
  name: z.string().describe('The name, which is the identity of the provider.'),
  type: z.enum(['GOVSSO', 'OIDC', 'SAML']),
  loginLink: z.string(),
  labels: z.array(z.strictObject({ language: z.string(), text: z.string() })),
  isActive: z.boolean().default(true),
  isDefaultLogin: z.boolean().default(false),
  canCreateUsers: z.boolean().default(false),
  issuer: z.string().nullable().default(null),
  audiences: z.array(z.string()).default([]),
  groupsClaim: z.string().nullable().default(null),
  usernameClaim: z.string().nullable().default(null),
  firstNameClaim: z.string().nullable().default(null),
  lastNameClaim: z.string().nullable().default(null),
  emailClaim: z.string().nullable().default(null),
  clientId: z.string().nullable().default(null),
  clientSecret: z.string().optional().describe('A reference, `${env:CATALOGRAPH_SECRET_…}`; left out: none.'),
  scopes: z.array(z.string()).default(['profile', 'email']),
});

type ProviderDocument = z.output<typeof providerDocument>;
type Provider = NonNullable<ExportProvidersQuery['identityProviders']>['nodes'][number];

/** The input of a provider, with the secret that its reference names. One that is not set stays as it is stored. */
function inputOf({ env, warn }: Session, document: ProviderDocument): JsonObject {
  const { value, missing } = resolveSecrets(toPlainJson(document) as JsonObject, env);
  for (const name of missing)
    warn(`providers/${document.name}: ${name} is not set. The secret stays as it is stored, or is missing.`);
  return value;
}

/** Sign-in providers. A key that may not administer does not see all of a provider, and exports none. */
export const providerNoun = documentNoun<ProviderDocument, Provider>({
  name: 'providers',
  schema: providerDocument,
  secretMembers: ['clientSecret'],
  rights: [['administer']],
  keyOf: ({ name }) => name,
  async *read(client) {
    for await (const provider of pages(
      async (after) => (await client.send(ExportProvidersDocument, { after })).identityProviders,
    ))
      if (provider.canCreateUsers !== null) yield provider;
  },
  write: ({ uid: _uid, hasClientSecret, ...provider }) =>
    providerDocument.parse(
      withReferences(toPlainJson({ ...provider, ...(hasClientSecret === true && { clientSecret: null }) }), [
        provider.name,
      ]),
    ),
  create: (client, document, { session }) => client.send(CreateProviderDocument, { input: inputOf(session, document) }),
  update: (client, { uid }, document, { session }) =>
    client.send(UpdateProviderDocument, {
      input: { ...(document.clientSecret === undefined && { clientSecret: null }), ...inputOf(session, document), uid },
    }),
  remove: (client, { uid }) => client.send(DeleteProviderDocument, { input: { uid } }),
});
