import { Field, ID, InputType } from 'type-graphql';
import { RelatedGroupInput, RelatedUserInput } from '#access/index.ts';
import { type ConnectionPermission, ConnectionPermissionEnum } from './connection-ruleset.type.ts';

/** The field of every change of a ruleset. */
@InputType({ description: 'A change of a ruleset of a connection.' })
abstract class ConnectionRulesetInput {
  @Field(() => ID, { description: "The connection's uid." })
  connectionUid!: string;
}

const givenPermissions = { nullable: true, description: 'The rights, each once. Default: none.' } as const;
const changedPermissions = { nullable: true, description: 'The rights, each once; null means none.' } as const;

@InputType({ description: 'A ruleset for a user without one on the connection.' })
export class CreateDatasourceConnectionUserRulesetInput extends ConnectionRulesetInput {
  @Field(() => RelatedUserInput, { description: 'The user.' })
  user!: RelatedUserInput;

  @Field(() => [ConnectionPermissionEnum], givenPermissions)
  permissions?: ConnectionPermission[] | null;
}

@InputType({ description: 'A ruleset for a group without one on the connection.' })
export class CreateDatasourceConnectionGroupRulesetInput extends ConnectionRulesetInput {
  @Field(() => RelatedGroupInput, { description: 'The group.' })
  group!: RelatedGroupInput;

  @Field(() => [ConnectionPermissionEnum], givenPermissions)
  permissions?: ConnectionPermission[] | null;
}

@InputType({ description: "A user's ruleset of a connection." })
export class DatasourceConnectionUserInput extends ConnectionRulesetInput {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;
}

@InputType({ description: "A group's ruleset of a connection." })
export class DatasourceConnectionGroupInput extends ConnectionRulesetInput {
  @Field(() => ID, { description: 'The uid of the group.' })
  groupUid!: string;
}

@InputType({ description: "A change of a user's ruleset. Omitted fields are kept." })
export class UpdateDatasourceConnectionUserRulesetInput extends DatasourceConnectionUserInput {
  @Field(() => [ConnectionPermissionEnum], changedPermissions)
  permissions?: ConnectionPermission[] | null;
}

@InputType({ description: "A change of a group's ruleset. Omitted fields are kept." })
export class UpdateDatasourceConnectionGroupRulesetInput extends DatasourceConnectionGroupInput {
  @Field(() => [ConnectionPermissionEnum], changedPermissions)
  permissions?: ConnectionPermission[] | null;
}

@InputType({ description: "A user's ruleset to delete." })
export class DeleteDatasourceConnectionUserRulesetInput extends DatasourceConnectionUserInput {}

@InputType({ description: "A group's ruleset to delete." })
export class DeleteDatasourceConnectionGroupRulesetInput extends DatasourceConnectionGroupInput {}
