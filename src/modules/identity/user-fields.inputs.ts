import { Field, ID, InputType } from 'type-graphql';
import { ForRest } from '#api/for-rest.ts';
import type { Permission } from '#api/session.ts';
import { DateTime } from '#api/types/scalars.ts';
import { ExploreLimits } from './explore-limits.type.ts';
import { PermissionEnum } from './identity.type.ts';

@InputType({ description: 'A user, by username.' })
export class RelatedUserInput {
  @Field(() => String, { description: 'The name that identifies the user.' })
  username!: string;
}

@InputType({ description: 'A group, by uid.' })
export class RelatedGroupInput {
  @Field(() => ID, { description: 'The slug that identifies the group.' })
  uid!: string;
}

/** The fields of a user that every change may give. */
@InputType({ description: 'The fields of a user.' })
export abstract class UserFieldsInput {
  @Field(() => String, { nullable: true, description: 'The first name, at most 200 characters.' })
  firstName?: string | null;

  @Field(() => String, { nullable: true, description: 'The last name, at most 200 characters.' })
  lastName?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the account ends, with its keys and sessions. Null for never.',
  })
  expiresAt?: string | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description: 'All direct rights for the whole domain, each once.',
  })
  permissions?: Permission[] | null;

  @Field(() => [ID], { nullable: true, description: 'The uids of all groups of the user.' })
  groupUids?: string[] | null;

  @Field(() => ExploreLimits, { nullable: true, description: 'Limits on what the catalog answers. Null for none.' })
  exploreLimits?: ExploreLimits | null;
}

@InputType({ description: 'A user to invite. The user exists at once, and is active.' })
export class InviteUserInput extends UserFieldsInput {
  @Field(() => String, { description: 'The e-mail address, which no other user has.' })
  email!: string;

  @Field(() => String, {
    nullable: true,
    description: '1 to 150 letters, digits and `. _ - @ +`. Default: from the e-mail address.',
  })
  username?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The language of the mail, as an ISO 639-1 code. Default: the portal's default language.",
  })
  language?: string | null;

  @ForRest()
  @Field(() => [RelatedGroupInput], { nullable: true, description: 'All groups of the user.' })
  groups?: RelatedGroupInput[] | null;
}

@InputType({ description: 'The attributes of an account at a sign-in provider.' })
export class IdentityAttributesInput {
  @Field(() => String, {
    nullable: true,
    description: 'The claim `sub` of the person, 1 to 255 ASCII characters. Default: the username.',
  })
  subject?: string | null;
}

@InputType({ description: 'A sign-in provider, by uid.' })
export class RelatedProviderInput {
  @Field(() => ID, { description: 'The uid of the provider.' })
  uid!: string;
}

@InputType({ description: 'A user with an account at a sign-in provider. One of `email` and `username` is needed.' })
export class ProvisionUserInput extends UserFieldsInput {
  @Field(() => RelatedProviderInput, { description: 'The provider.' })
  identityProvider!: RelatedProviderInput;

  @Field(() => IdentityAttributesInput, { nullable: true, description: 'The account at the provider.' })
  identityProviderAttributes?: IdentityAttributesInput | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address, which no other user has.' })
  email?: string | null;

  @Field(() => String, {
    nullable: true,
    description: '1 to 150 letters, digits and `. _ - @ +`. Default: from the e-mail address.',
  })
  username?: string | null;

  @ForRest()
  @Field(() => [RelatedGroupInput], { nullable: true, description: 'All groups of the user.' })
  groups?: RelatedGroupInput[] | null;
}
