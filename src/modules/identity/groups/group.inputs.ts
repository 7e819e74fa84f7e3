import { Field, ID, InputType } from 'type-graphql';
import type { Permission } from '#api/session/permissions.ts';
import { PermissionEnum } from '../rights/permission.type.ts';

@InputType({ description: 'A group to create.' })
export class CreateGroupInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'A slug of at most 150 lower-case letters, digits, `_` and `-`. Default: derived from the title. Cannot change later.',
  })
  uid?: string | null;

  @Field(() => String, { description: 'The title, 1 to 200 characters.' })
  title!: string;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description: 'Rights of every member for the whole domain, each once. Default: none.',
  })
  permissions?: Permission[] | null;
}

@InputType({ description: 'A change of a group. Omitted fields are kept; null empties a list.' })
export class UpdateGroupInput {
  @Field(() => ID, { description: "The group's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'The title, 1 to 200 characters.' })
  title?: string | null;

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
