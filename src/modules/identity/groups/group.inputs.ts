import { Field, ID, InputType } from 'type-graphql';
import type { Permission } from '../../../api/permissions.ts';
import { PermissionEnum } from '../rights/permission.type.ts';

@InputType({ description: 'A group to be created.' })
export class CreateGroupInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'A slug of at most 150 lower-case letters, digits, `_` and `-`; made from the title when left out. Never changes.',
  })
  uid?: string | null;

  @Field(() => String, { description: 'The name for people, 1 to 200 characters.' })
  title!: string;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description: 'Rights for the whole domain that every member gets, each once; none by default.',
  })
  permissions?: Permission[] | null;
}

@InputType({ description: 'A change of a group; what is left out is kept, and null empties a list.' })
export class UpdateGroupInput {
  @Field(() => ID, { description: "The group's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'The name for people, 1 to 200 characters.' })
  title?: string | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description: 'All rights for the whole domain from now on, each once.',
  })
  permissions?: Permission[] | null;
}

@InputType({ description: 'A group to be deleted.' })
export class DeleteGroupInput {
  @Field(() => ID, { description: "The group's uid." })
  uid!: string;
}

@InputType({ description: 'Users who join or leave a group.' })
export class GroupMembersInput {
  @Field(() => ID, { description: "The group's uid." })
  uid!: string;

  @Field(() => [String], { description: 'Their usernames.' })
  usernames!: string[];
}
