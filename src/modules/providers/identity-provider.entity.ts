import { defineEntity, p } from '@mikro-orm/core';
import type { ProviderType } from './provider-types.ts';

/** A sign-in provider of the portal. */
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
  },
  indexes: [{ properties: ['place', 'name', 'uid'] }],
  uniques: [{ properties: ['isDefaultLogin'], where: 'is_default_login' }],
});
export class IdentityProviderEntity extends schema.class {}
schema.setClass(IdentityProviderEntity);
