import { Field, ID, InputType } from 'type-graphql';
import type { Permission } from '#api/session.ts';
import { PermissionEnum } from './identity.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import { ForRest } from '#api/for-rest.ts';
import { ExploreLimits } from './explore-limits.type.ts';
import { RelatedGroupInput, UserFieldsInput } from './user-fields.inputs.ts';

@InputType({ description: 'A user to create.' })
export class CreateUserInput extends UserFieldsInput {
  @Field(() => String, { description: '1 to 150 letters, digits and `. _ - @ +`. Cannot change later.' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'The e-mail address, which no other user has.' })
  email?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: true, description: "Whether the user's keys are valid." })
  isActive?: boolean | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    defaultValue: [],
    description: 'Rights for the whole domain, each once.',
  })
  declare permissions?: Permission[] | null;

  @Field(() => [ID], { nullable: true, defaultValue: [], description: 'The uids of the groups of the user.' })
  declare groupUids?: string[] | null;
}

@InputType({ description: 'A change of a user. Omitted fields are kept; null empties a list or a text.' })
export class UpdateUserInput extends UserFieldsInput {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;

  @Field(() => String, { nullable: true, description: 'The e-mail address, which no other user has.' })
  email?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the user's keys are valid." })
  isActive?: boolean | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description: 'All rights for the whole domain, each once, replacing the current ones.',
  })
  declare permissions?: Permission[] | null;

  @Field(() => [ID], { nullable: true, description: 'The uids of all groups of the user, replacing the current ones.' })
  declare groupUids?: string[] | null;

  @ForRest()
  @Field(() => [RelatedGroupInput], { nullable: true, description: 'All groups of the user.' })
  groups?: RelatedGroupInput[] | null;

  @ForRest()
  @Field(() => String, {
    nullable: true,
    description: 'The same name, for clients that send back what they read; it cannot change.',
  })
  sameUsername?: string | null;
}

@InputType({ description: 'A user to delete.' })
export class DeleteUserInput {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;
}

@InputType({ description: 'A group to create.' })
export class CreateGroupInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'A slug of at most 150 lower-case letters, digits, `_` and `-`. Default: from the title. Never changes.',
  })
  uid?: string | null;

  @Field(() => String, { description: 'The title, 1 to 200 characters.' })
  title!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What the group is for, at most 2,000 characters. Default: empty.',
  })
  description?: string | null;

  @Field(() => ExploreLimits, { nullable: true, description: 'Limits on what the catalog answers to members.' })
  exploreLimits?: ExploreLimits | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    defaultValue: [],
    description: 'Rights of every member for the whole domain, each once.',
  })
  permissions?: Permission[] | null;
}

@InputType({ description: 'A change of a group. Omitted fields are kept; null empties a list.' })
export class UpdateGroupInput {
  @Field(() => ID, { description: "The group's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'The title, 1 to 200 characters.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'What the group is for, at most 2,000 characters.' })
  description?: string | null;

  @Field(() => ExploreLimits, { nullable: true, description: 'Limits on what the catalog answers to members.' })
  exploreLimits?: ExploreLimits | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description: 'All rights for the whole domain, each once, replacing the current ones.',
  })
  permissions?: Permission[] | null;
}

@InputType({ description: 'A group to delete.' })
export class DeleteGroupInput {
  @Field(() => ID, { description: "The group's uid." })
  uid!: string;
}

@InputType({ description: 'Users to add to a group or to remove from it.' })
export class GroupMembersInput {
  @Field(() => ID, { description: "The group's uid." })
  uid!: string;

  @Field(() => [String], { description: 'The usernames of the users.' })
  usernames!: string[];
}

@InputType({ description: 'An API key to create.' })
export class CreateApiKeyInput {
  @Field(() => String, {
    nullable: true,
    description: 'The owner. Default: the caller. Another user needs `administer`.',
  })
  username?: string | null;

  @Field(() => String, { nullable: true, defaultValue: '', description: 'A label of at most 200 characters.' })
  label?: string | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description:
      'The scopes, each once, within those of the key in use. Default: those of the key in use, or with `administer` all rights of the owner.',
  })
  permissions?: Permission[] | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether the key only reads: no mutations, and of REST only GET.',
  })
  isReadOnly?: boolean | null;

  @Field(() => [ID], {
    nullable: true,
    description:
      'The uids of 1 to 100 datasets, each once: on these alone the key acts for its owner, and sees everything else as a caller without a key. Default: no such limit.',
  })
  datasetUids?: string[] | null;

  @Field(() => DateTime, {
    nullable: true,
    description:
      'When the key expires; without `administer`, not later than the key in use. Default: when the key in use expires, or never.',
  })
  expiresAt?: string | null;
}

@InputType({ description: 'A change of an API key that is not revoked. Omitted fields are kept.' })
export class UpdateApiKeyInput {
  @Field(() => ID, { description: "The key's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'A label of at most 200 characters; null empties it.' })
  label?: string | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description:
      'The scopes, each once, within those of the key in use; null: those of the key in use, or with `administer` all rights of the owner.',
  })
  permissions?: Permission[] | null;
}

@InputType({ description: 'An API key to revoke.' })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: "The key's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, defaultValue: '', description: 'Why, in at most 200 characters.' })
  reason?: string | null;
}
