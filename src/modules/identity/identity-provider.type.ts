import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { DeletedObjectPayload, DeletionPayload, Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import type { TextByLanguage } from '#api/types/typed-value.type.ts';
import { type ProviderType, providerTypes } from './identity.entity.ts';

/** The GraphQL enum `IdentityProviderType`; its values are those of the specification. */
export const IdentityProviderType = Object.freeze(Object.fromEntries(providerTypes.map((type) => [type, type])));
registerEnumType(IdentityProviderType, {
  name: 'IdentityProviderType',
  description: 'How users sign in.',
  valuesConfig: {
    GOVSSO: { description: 'By a national identity federation.' },
    SAML: { description: 'By SAML 2.0.' },
    OIDC: { description: 'By OpenID Connect.' },
  },
});

@ObjectType({ implements: Node, description: 'A provider that users of the portal sign in with.' })
export class IdentityProvider extends Node {
  @Field(() => ID, { description: 'Identifies the provider.' })
  uid!: string;

  @Field(() => IdentityProviderType, { description: 'How users sign in with the provider.' })
  type!: ProviderType;

  @Field(() => String, { description: 'The name of the provider.' })
  name!: string;

  @Field(() => String, { description: 'The URL, or the path on the portal, that starts signing in.' })
  loginLink!: string;

  @Field(() => Boolean, {
    description: 'Whether the portal offers the provider first; at most one is the default.',
  })
  isDefaultLogin!: boolean;

  @Field(() => Boolean, { description: 'Whether the portal offers the provider.' })
  isActive!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'The issuer whose tokens identify callers; null where tokens are not accepted, and without `administer`.',
  })
  issuer!: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The audiences of which a token must have one. Null without `administer`.',
  })
  audiences!: readonly string[] | null;

  @Field(() => String, {
    nullable: true,
    description: "The claim that lists the uids of a person's groups; null without groups, and without `administer`.",
  })
  groupsClaim!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The claim that names a new user; null for `preferred_username`, `email` and `sub` in this order, and without `administer`.',
  })
  usernameClaim!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The claim with the first name; null for `given_name`, and without `administer`.',
  })
  firstNameClaim!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The claim with the last name; null for `family_name`, and without `administer`.',
  })
  lastNameClaim!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The claim with the e-mail address; null for `email`, and without `administer`.',
  })
  emailClaim!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the first token of a person creates a user. Null without `administer`.',
  })
  canCreateUsers!: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The URL of this service at which a browser starts to sign in; `?return_to=/path` says where it goes on. Null where `loginLink` is the only way.',
  })
  signInUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The client id of this service at the provider; null where people do not sign in here with it, and without `administer`.',
  })
  clientId!: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the client has a secret. Null without `administer`.',
  })
  hasClientSecret!: boolean | null;

  @Field(() => [String], {
    nullable: true,
    description: 'What is asked for besides `openid` when a person signs in. Null without `administer`.',
  })
  scopes!: readonly string[] | null;

  /** The text of the link by language, which `labels` and `loginLinkLabel` need. */
  labelsByLanguage!: TextByLanguage;

  /** The default language of the portal, which `loginLinkLabel` needs. */
  defaultLanguage!: string;
}

@ObjectType({ description: 'A page of a list of providers.' })
export class IdentityProviderConnection extends ConnectionTypeOf(IdentityProvider, 'IdentityProvider') {}

@ObjectType({ description: 'A provider after a change.' })
export class IdentityProviderPayload {
  @ChangedObject(
    IdentityProviderConnection,
    'identityProviders',
    'The provider; null when it was deleted in the meantime.',
  )
  identityProvider!: IdentityProvider | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted provider.' })
export class DeleteIdentityProviderPayload extends DeletedObjectPayload {}

@ObjectType({
  implements: Node,
  description: "A user's account at a sign-in provider. Its tokens act as the user.",
})
export class ExternalIdentity extends Node {
  @Field(() => ID, { description: 'Identifies the identity.' })
  uid!: string;

  @Field(() => String, { description: 'The claim `sub` of the tokens: the account at the provider.' })
  subject!: string;

  @Field(() => DateTime, { description: 'When the identity was linked to the user.' })
  createdAt!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the newest token that was seen was issued; null before the first.',
  })
  tokenIssuedAt!: string | null;
}

@ObjectType({ description: 'A page of a list of identities.' })
export class ExternalIdentityConnection extends ConnectionTypeOf(ExternalIdentity, 'ExternalIdentity') {}

@ObjectType({ description: 'An identity after a change.' })
export class ExternalIdentityPayload {
  @ChangedObject(ExternalIdentityConnection, 'identities', 'The identity. Null when it was deleted in the meantime.')
  externalIdentity!: ExternalIdentity | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The removed identity.' })
export class UnlinkIdentityPayload extends DeletionPayload {
  @Field(() => ID, { description: 'The uid of the deleted object.' })
  uid!: string;
}
