import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { unreachableIdDescription } from '#api/node.type.ts';
import type { RulesetPermission } from '#api/session.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { RelatedGroup, RelatedUser } from '#identity/index.ts';
import { DatasourceConnectionPayload } from './connection.type.ts';

/** The permissions of a ruleset that apply to connections. */
export const connectionPermissions = ['manage_connection'] as const satisfies readonly RulesetPermission[];

/** A right on a saved connection besides using it. */
export type ConnectionPermission = (typeof connectionPermissions)[number];

/** The rights on a connection, as the graph's enum. */
export const ConnectionPermissionEnum = Object.freeze(
  Object.fromEntries(connectionPermissions.map((permission) => [permission, permission])),
);
registerEnumType(ConnectionPermissionEnum, {
  name: 'DatasourceConnectionPermission',
  description: 'A right that a ruleset grants on its connection, besides using it.',
  valuesConfig: { manage_connection: { description: 'Change, delete and share the connection.' } },
});

const permissionsField = { description: 'The rights besides using the connection.' };

@ObjectType({ description: 'A user who may use a connection, and their rights on it.' })
export class DatasourceConnectionUserRuleset {
  @Field(() => ID, { description: unreachableIdDescription })
  id!: string;

  @Field(() => RelatedUser, { description: 'The user.' })
  user!: RelatedUser;

  @Field(() => [ConnectionPermissionEnum], permissionsField)
  permissions!: readonly ConnectionPermission[];
}

@ObjectType({ description: 'A group whose members may use a connection, and their rights on it.' })
export class DatasourceConnectionGroupRuleset {
  @Field(() => ID, { description: unreachableIdDescription })
  id!: string;

  @Field(() => RelatedGroup, { description: 'The group.' })
  group!: RelatedGroup;

  @Field(() => [ConnectionPermissionEnum], permissionsField)
  permissions!: readonly ConnectionPermission[];
}

@ObjectType({ description: 'A page of a list of user rulesets of a connection.' })
export class DatasourceConnectionUserRulesetConnection extends ConnectionTypeOf(
  DatasourceConnectionUserRuleset,
  'DatasourceConnectionUserRuleset',
) {}

@ObjectType({ description: 'A page of a list of group rulesets of a connection.' })
export class DatasourceConnectionGroupRulesetConnection extends ConnectionTypeOf(
  DatasourceConnectionGroupRuleset,
  'DatasourceConnectionGroupRuleset',
) {}

@ObjectType({ description: "A user's ruleset after a change, and its connection." })
export class DatasourceConnectionUserRulesetPayload extends DatasourceConnectionPayload {
  @ChangedObject(
    DatasourceConnectionUserRulesetConnection,
    'userRulesets',
    'The ruleset. Null when it was deleted in the meantime.',
  )
  userRuleset!: DatasourceConnectionUserRuleset | null;
}

@ObjectType({ description: "A group's ruleset after a change, and its connection." })
export class DatasourceConnectionGroupRulesetPayload extends DatasourceConnectionPayload {
  @ChangedObject(
    DatasourceConnectionGroupRulesetConnection,
    'groupRulesets',
    'The ruleset. Null when it was deleted in the meantime.',
  )
  groupRuleset!: DatasourceConnectionGroupRuleset | null;
}
