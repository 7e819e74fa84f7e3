import { defineEntity, p } from '@mikro-orm/core';
import type { ProviderType } from './provider-types.ts';

/** A sign-in provider of the portal, and what its tokens must say to be accepted. */
const schema = defineEntity({
  name: 'IdentityProvider',
  tableName: 'identity_provider',
  properties: {
    uid: p.string().primary(),
    type: p.text().$type<ProviderType>(),
    /** The position of the provider's type in lists. */
    place: p.integer(),
    name: p.text(),
    loginLink: p.text(),
    /** The text of the login link by language. */
    labels: p.json<Readonly<Record<string, string>>>(),
    isDefaultLogin: p.boolean().default(false),
    isActive: p.boolean().default(true),
    /** The issuer whose tokens are accepted; null for a provider whose tokens are not. */
    issuer: p.text().nullable().unique(),
    /** The audiences of which a token must have one. */
    audiences: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** The claim that names the groups of a person; null where tokens name none. */
    groupsClaim: p.text().nullable(),
    /** Whether the first token of a person creates a user. */
    createsUsers: p.boolean().default(false),
  },
  indexes: [{ properties: ['place', 'name', 'uid'] }],
  uniques: [{ properties: ['isDefaultLogin'], where: 'is_default_login' }],
});
export class IdentityProviderEntity extends schema.class {}
schema.setClass(IdentityProviderEntity);
