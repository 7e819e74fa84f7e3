import { defineEntity, p } from '@mikro-orm/core';
import { IdentityProviderEntity } from '../providers/identity-provider.entity.ts';
import { UserEntity } from '../users/user.entity.ts';

/** The account of a user at a sign-in provider, by which the tokens of the provider identify the user. */
const schema = defineEntity({
  name: 'ExternalIdentity',
  tableName: 'external_identity',
  properties: {
    uid: p.string().primary(),
    provider: () => p.manyToOne(IdentityProviderEntity).joinColumn('provider_uid').deleteRule('cascade'),
    /** The claim `sub`, which the provider gives to no one else, unlike names and e-mail addresses. */
    subject: p.text(),
    user: () => p.manyToOne(UserEntity).joinColumn('username').deleteRule('cascade'),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When the newest token that was seen was issued; its groups are those of the user. Null before the first. */
    tokenIssuedAt: p.datetime().nullable(),
  },
  uniques: [{ properties: ['provider', 'subject'] }, { properties: ['user', 'provider'] }],
});
export class ExternalIdentityEntity extends schema.class {}
schema.setClass(ExternalIdentityEntity);
