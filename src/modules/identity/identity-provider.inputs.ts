import { Field, ID, InputType } from 'type-graphql';
import { LocalizedText } from '#api/types/typed-value.type.ts';
import { IdentityProviderType } from './identity-provider.type.ts';
import type { ProviderType } from './identity.entity.ts';

@InputType({ description: 'The provider to add.' })
export class CreateIdentityProviderInput {
  @Field(() => IdentityProviderType, { description: 'How users sign in with the provider.' })
  type!: ProviderType;

  @Field(() => String, { description: 'The name of the provider: 1 to 200 characters on one line.' })
  name!: string;

  @Field(() => String, {
    description:
      'The link that starts signing in: an http or https URL without user information, or a path on the portal from `/`; at most 2,000 characters.',
  })
  loginLink!: string;

  @Field(() => [LocalizedText], {
    description: 'The text of the link in each language, at least one: 1 to 200 characters on one line.',
  })
  labels!: readonly LocalizedText[];

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether the provider becomes the default in place of the previous one.',
  })
  isDefaultLogin?: boolean | null;

  @Field(() => Boolean, { nullable: true, defaultValue: true, description: 'Whether the portal offers the provider.' })
  isActive?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The issuer whose tokens identify callers, exactly as in its tokens; `/.well-known/openid-configuration` is found there. An https URL, or an http URL whose host and port FETCH_ALLOW has; needs the type OIDC and `audiences`. Default: tokens are not accepted.',
  })
  issuer?: string | null;

  @Field(() => [String], {
    nullable: true,
    defaultValue: [],
    description:
      'A token must have one of these audiences, such as the client id of the portal: at most 10, each 1 to 200 characters.',
  })
  audiences?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The claim that lists the uids of a person's groups, such as `groups`: 1 to 200 characters. Each token ends the memberships that the provider gave and that it does not list. Default: no groups.",
  })
  groupsClaim?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The claim that names a new user, such as `upn`: 1 to 200 characters. Where a token lacks it, the name comes from the default. Default: `preferred_username`, else `email`, else `sub`.',
  })
  usernameClaim?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The claim with the first name: 1 to 200 characters. Default: `given_name`.',
  })
  firstNameClaim?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The claim with the last name: 1 to 200 characters. Default: `family_name`.',
  })
  lastNameClaim?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The claim with the e-mail address, such as `mail`: 1 to 200 characters. Default: `email`, which counts unless `email_verified` is false.',
  })
  emailClaim?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: "Whether a person's first token creates a user; otherwise only linked persons are accepted.",
  })
  canCreateUsers?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The client id of this service at the provider, with which people sign in at `/sign-in/{uid}`: 1 to 200 characters; needs `issuer`. Default: people do not sign in here with the provider.',
  })
  clientId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The secret of the client, which is stored encrypted and never returned: 1 to 1,000 ASCII characters without spaces. Default: a public client, without a secret.',
  })
  clientSecret?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'What is asked for besides `openid` when a person signs in, such as `profile` and `email`: at most 20 scopes of 1 to 100 ASCII characters. Default: `profile` and `email`.',
  })
  scopes?: string[] | null;
}

@InputType({ description: 'A change of a provider; an omitted field keeps its value.' })
export class UpdateIdentityProviderInput {
  @Field(() => ID, { description: "The provider's uid." })
  uid!: string;

  @Field(() => IdentityProviderType, {
    nullable: true,
    description: 'How users sign in with the provider; cannot be cleared.',
  })
  type?: ProviderType | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the provider: 1 to 200 characters on one line; cannot be cleared.',
  })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The link that starts signing in: an http or https URL without user information, or a path on the portal from `/`; at most 2,000 characters. Cannot be cleared.',
  })
  loginLink?: string | null;

  @Field(() => [LocalizedText], {
    nullable: true,
    description:
      'The text of the link in all languages: 1 to 200 characters on one line; replaces the previous list, cannot be cleared.',
  })
  labels?: readonly LocalizedText[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the provider becomes the default in place of the previous one; null means false.',
  })
  isDefaultLogin?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the portal offers the provider; null means true.',
  })
  isActive?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The issuer whose tokens identify callers, exactly as in its tokens; `/.well-known/openid-configuration` is found there. An https URL, or an http URL whose host and port FETCH_ALLOW has; needs the type OIDC and `audiences`. Null: tokens are not accepted.',
  })
  issuer?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'A token must have one of these audiences, such as the client id of the portal: at most 10, each 1 to 200 characters. Null removes all.',
  })
  audiences?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The claim that lists the uids of a person's groups, such as `groups`: 1 to 200 characters. Each token ends the memberships that the provider gave and that it does not list. Null: no groups.",
  })
  groupsClaim?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The claim that names a new user, such as `upn`: 1 to 200 characters. Where a token lacks it, the name comes from the default. Null: `preferred_username`, else `email`, else `sub`.',
  })
  usernameClaim?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The claim with the first name: 1 to 200 characters. Null: `given_name`.',
  })
  firstNameClaim?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The claim with the last name: 1 to 200 characters. Null: `family_name`.',
  })
  lastNameClaim?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The claim with the e-mail address, such as `mail`: 1 to 200 characters. Null: `email`, which counts unless `email_verified` is false.',
  })
  emailClaim?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether a person's first token creates a user; otherwise only linked persons are accepted. Null means false.",
  })
  canCreateUsers?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The client id of this service at the provider, with which people sign in at `/sign-in/{uid}`: 1 to 200 characters; needs `issuer`. Null: people do not sign in here with the provider. A change ends the sessions of the provider.',
  })
  clientId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The secret of the client, which is stored encrypted and never returned: 1 to 1,000 ASCII characters without spaces. Null removes it.',
  })
  clientSecret?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'What is asked for besides `openid` when a person signs in, such as `profile` and `email`: at most 20 scopes of 1 to 100 ASCII characters. Null: `profile` and `email`.',
  })
  scopes?: string[] | null;
}

@InputType({ description: 'The provider to delete.' })
export class DeleteIdentityProviderInput {
  @Field(() => ID, { description: "The provider's uid." })
  uid!: string;
}

@InputType({ description: 'The account at a sign-in provider to link to a user.' })
export class LinkIdentityInput {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;

  @Field(() => ID, { description: 'The uid of the provider.' })
  provider!: string;

  @Field(() => String, { description: 'The claim `sub` of the tokens of the account: 1 to 255 ASCII characters.' })
  subject!: string;
}

@InputType({ description: 'The identity to remove.' })
export class UnlinkIdentityInput {
  @Field(() => ID, { description: "The identity's uid." })
  uid!: string;
}
