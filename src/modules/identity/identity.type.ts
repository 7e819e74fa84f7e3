import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { type CredentialType, credentialTypes, domainPermissions, type Permission } from '#api/session.ts';
import { DeletedObjectPayload, DeletionPayload, Node } from '#api/node.type.ts';
import type { Edge } from '#api/reading/connection.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime, JsonMap } from '#api/types/scalars.ts';
import { ForRest } from '#api/for-rest.ts';
import { ExploreLimits } from './explore-limits.type.ts';
import { relation } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import type { Relation, TypeSource } from '#api/reading/type-source.ts';
import { toSnakeCase } from '#kernel/text.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';

/** What each right for the whole domain allows (docs/contract/rest.md 1, Who may do what). */
const descriptions: Readonly<Record<Permission, string>> = {
  explore_restricted_dataset: 'See restricted datasets in the catalog.',
  explore_restricted_page: 'See restricted pages.',
  edit_dataset: 'Change datasets: metadata, resources, processing.',
  publish_dataset: 'Publish and unpublish datasets; needs `edit_dataset` too.',
  manage_dataset: 'Change the security of datasets; needs `edit_dataset` too.',
  manage_connection: 'Manage saved connections.',
  edit_page: 'Change pages.',
  manage_page: 'Change the rights on pages.',
  submit_private_form: 'Submit restricted forms.',
  moderate_form: 'Accept or reject the submissions of forms.',
  edit_form: 'Change forms.',
  create_dataset: 'Create datasets.',
  create_page: 'Create pages. The right `edit_page` includes it.',
  administer: 'Everything, including users, groups and keys.',
  edit_theme: 'List, upload and delete images of the portal.',
  edit_reuse: 'Stored, but without effect.',
  manage_subdomains: 'Stored, but without effect.',
  explore_monitoring: 'Stored, but without effect.',
  create_external_asset: 'Stored, but without effect.',
  edit_external_asset: 'Stored, but without effect.',
  explore_restricted_external_asset: 'Stored, but without effect.',
  manage_glossary: 'Stored, but without effect.',
  manage_showcase_requests: 'Stored, but without effect.',
};

/** The GraphQL enum `Permission`; its values are those of the specification. */
export const PermissionEnum = Object.freeze(
  Object.fromEntries(domainPermissions.map((permission) => [permission, permission])),
);

registerEnumType(PermissionEnum, {
  name: 'Permission',
  description: 'A right for the whole domain.',
  valuesConfig: Object.fromEntries(
    domainPermissions.map((permission) => [permission, { description: descriptions[permission] }]),
  ),
});

/** The name of a right in REST: `edit_domain` is the graph's `administer` (docs/contract/administration.md, Permission names). */
export type PermissionName = Exclude<Permission, 'administer'> | 'edit_domain';

const nameInRest = (permission: Permission): PermissionName =>
  permission === 'administer' ? 'edit_domain' : permission;

/** The GraphQL enum of the names that REST returns. */
export const PermissionNameEnum = Object.freeze(
  Object.fromEntries(domainPermissions.map(nameInRest).map((name) => [name, name])),
);
registerEnumType(PermissionNameEnum, {
  name: 'PermissionName',
  description: 'The name of a right for the whole domain in REST.',
  valuesConfig: Object.fromEntries(
    domainPermissions.map((permission) => [nameInRest(permission), { description: descriptions[permission] }]),
  ),
});

/** The SQL of the column `permissions` of a row in the names of REST. */
export const permissionNamesOf = (row: Sql): Sql => sql`array_replace(${row}.permissions, 'administer', 'edit_domain')`;

@ObjectType({ description: 'A group as other users see it: its uid alone.' })
export class RelatedGroup {
  @Field(() => ID, { description: 'The slug that identifies the group.' })
  uid!: string;
}

@ObjectType({ description: 'A sign-in provider: its uid alone.' })
export class RelatedProvider {
  @Field(() => ID, { description: 'The uid of the provider.' })
  uid!: string;
}

@ObjectType({
  implements: Node,
  description: 'A person or a program that uses API keys, as administrators and the user see it.',
})
export class User extends Node {
  @Field(() => String, { description: 'The name that permanently identifies the user.' })
  username!: string;

  @Field(() => String, { description: 'The first name; may be empty.' })
  firstName!: string;

  @Field(() => String, { description: 'The last name; may be empty.' })
  lastName!: string;

  @Field(() => String, { description: 'The e-mail address; empty without one. No two users have the same one.' })
  email!: string;

  @Field(() => Boolean, {
    description: "Whether the user may sign in and the user's keys are valid, until `expiresAt`.",
  })
  isActive!: boolean;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the account ends, with its keys and sessions. Null for never.',
  })
  expiresAt!: string | null;

  @Field(() => [PermissionEnum], { description: 'The direct rights of the user for the whole domain.' })
  permissions!: readonly Permission[];

  @Field(() => ExploreLimits, { description: 'Limits on what the catalog answers.' })
  exploreLimits!: ExploreLimits;

  @Field(() => DateTime, { description: 'When the user was created.' })
  createdAt!: string;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the user was last there, within five minutes. Null for never.',
  })
  lastSeenAt!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the user last signed in. Null for never.' })
  lastLoginAt!: string | null;

  @ForRest()
  @Field(() => [PermissionNameEnum], { description: 'The direct rights of the user, in the names of REST.' })
  permissionNames!: readonly PermissionName[];

  @ForRest()
  @Field(() => String, { description: '`linked` with an account at a sign-in provider, else `local`.' })
  accountType!: string;

  @ForRest()
  @Field(() => Boolean, { description: 'False.' })
  isOds!: boolean;

  @ForRest()
  @Field(() => String, { description: 'Empty: no address leaves the service.' })
  gravatarUrl!: string;

  @ForRest()
  @Field(() => JsonMap, { description: 'An empty object.' })
  managementLimits!: object;

  @ForRest()
  @Field(() => [RelatedGroup], { description: 'The uids of all groups of the user.' })
  groupReferences!: readonly RelatedGroup[];

  @ForRest()
  @Field(() => [String], { description: 'The titles of all groups of the user.' })
  groupTitles!: readonly string[];

  @ForRest()
  @Field(() => [RelatedProvider], { description: 'The providers at which the user has an account.' })
  providerReferences!: readonly RelatedProvider[];
}

@ObjectType({ description: 'A page of a list of users.' })
export class UserConnection extends ConnectionTypeOf(User, 'User') {}

@ObjectType({ description: 'A user after a change.' })
export class UserPayload {
  @ChangedObject(UserConnection, 'users', 'The user. Null when it was deleted in the meantime.')
  user!: User | null;
}

@ObjectType({ description: 'What refers to a user or a group, and what becomes of it with a deletion.' })
export class Dependents {
  @Field(() => String, { description: 'What it is, such as `ApiKey`, `PageRuleset` or `Dataset`.' })
  kind!: string;

  @Field(() => Int, { description: 'How many there are; 10,000 stands for as many or more.' })
  objectCount!: number;

  @Field(() => Boolean, { description: 'Whether they are deleted too; otherwise they stay, without the reference.' })
  isDeleted!: boolean;
}

@ObjectType({ implements: DeletionPayload, description: 'A deleted user.' })
export class DeleteUserPayload extends DeletionPayload {
  @Field(() => String, { description: 'The name of the deleted user.' })
  username!: string;

  @Field(() => [Dependents], { description: 'What referred to the user.' })
  dependents!: readonly Dependents[];
}

@ObjectType({ description: 'A user as other users see them: the username alone.' })
export class RelatedUser {
  @Field(() => String, { description: 'The name that identifies the user.' })
  username!: string;
}

/** Users as other users see them. Every caller who can read an object that refers to a user may see the username. */
const relatedUsers = source(RelatedUser, {
  table: 'user_account',
  key: 'username',
  order: { by: [{ column: 'username', type: 'text' }] },
  visible: () => sqlText('true'),
});

/** Declares a field with the user to whom a column refers: by default the column with the name of the field in snake case. */
export const userRelation = <From extends object>(
  from: TypeSource<From>,
  field: string,
  description: string,
  { column = toSnakeCase(field), isRequired = false } = {},
): Relation<From, RelatedUser> =>
  relation({
    from,
    field,
    to: relatedUsers,
    on: [column, 'username'],
    returns: 'one',
    authorizedByParent: true,
    isForeignKey: true,
    isRequired,
    description,
  });

/** The GraphQL enum `CredentialType`. */
export const CredentialTypeEnum = Object.freeze(Object.fromEntries(credentialTypes.map((type) => [type, type])));
registerEnumType(CredentialTypeEnum, {
  name: 'CredentialType',
  description: 'What identifies a caller.',
  valuesConfig: {
    API_KEY: { description: 'An API key.' },
    TOKEN: { description: 'A token of a sign-in provider, which each request carries.' },
    SESSION: { description: 'The session of a browser, which began at `/sign-in/{uid}`.' },
  },
});

@ObjectType({ description: 'The caller, with the rights that the key in use allows.' })
export class Viewer {
  @Field(() => String, { description: 'The name that identifies the user.' })
  username!: string;

  @Field(() => [PermissionEnum], {
    description: 'Rights for the whole domain, of the user and their groups, within the scopes of the key in use.',
  })
  permissions!: readonly Permission[];

  @Field(() => CredentialTypeEnum, {
    nullable: true,
    description: 'What identified the caller; null for work of the service on behalf of a user.',
  })
  credential!: CredentialType | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the session ends, however much it is used; null with a key or a token.',
  })
  sessionExpiresAt!: string | null;
}

@ObjectType({
  implements: Node,
  description: 'Users who have the same rights, as administrators and members see it.',
})
export class Group extends Node {
  @Field(() => ID, { description: 'The permanent slug, such as `content_designers`.' })
  uid!: string;

  @Field(() => String, { description: 'The title that people see; 1 to 200 characters.' })
  title!: string;

  @Field(() => String, { description: 'What the group is for; may be empty.' })
  description!: string;

  @Field(() => Int, { description: 'The number of members.' })
  userCount!: number;

  @Field(() => ExploreLimits, { description: 'Limits on what the catalog answers to members.' })
  exploreLimits!: ExploreLimits;

  @Field(() => [PermissionEnum], { description: 'Rights of every member for the whole domain.' })
  permissions!: readonly Permission[];

  @Field(() => DateTime, { description: 'When the group was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When the group was last changed, apart from its members.' })
  updatedAt!: string;

  @Field(() => RelatedUser, { nullable: true, description: 'Who created the group. Null when that is not known.' })
  createdBy!: RelatedUser | null;

  @Field(() => RelatedUser, {
    nullable: true,
    description: 'Who changed the group last, apart from its members. Null when that is not known.',
  })
  updatedBy!: RelatedUser | null;

  @ForRest()
  @Field(() => [PermissionNameEnum], { description: 'Rights of every member, in the names of REST.' })
  permissionNames!: readonly PermissionName[];

  @ForRest()
  @Field(() => JsonMap, { description: 'An empty object.' })
  managementLimits!: object;
}

@ObjectType({ description: 'A page of a list of groups.' })
export class GroupConnection extends ConnectionTypeOf(Group, 'Group') {}

@ObjectType({ description: 'A group after a change.' })
export class GroupPayload {
  @ChangedObject(GroupConnection, 'groups', 'The group. Null when it was deleted in the meantime.')
  group!: Group | null;

  @Field(() => [UserConnection.Edge], {
    nullable: true,
    description:
      'The users that the mutation added, in `members` of the group; empty after other changes. Null where they cannot be read.',
  })
  memberEdges!: readonly Edge<User>[];
}

@ObjectType({ implements: DeletionPayload, description: 'A deleted group.' })
export class DeleteGroupPayload extends DeletedObjectPayload {
  @Field(() => [Dependents], { description: 'What referred to the group.' })
  dependents!: readonly Dependents[];
}
