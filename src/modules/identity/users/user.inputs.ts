import { Field, ID, InputType } from 'type-graphql';
import type { Permission } from '../../../api/permissions.ts';
import { PermissionEnum } from '../rights/permission.type.ts';

@InputType({ description: 'A user to be created.' })
export class CreateUserInput {
  @Field(() => String, { description: '1 to 150 letters, digits and `. _ - @ +`; never changes.' })
  username!: string;

  @Field(() => Boolean, { nullable: true, description: "Whether the user's keys work; true by default." })
  isActive?: boolean | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description: 'Rights for the whole domain, each once; none by default.',
  })
  permissions?: Permission[] | null;

  @Field(() => [ID], { nullable: true, description: 'Uids of the groups to belong to; none by default.' })
  groups?: string[] | null;
}

@InputType({ description: 'A change of a user; what is left out is kept, and null empties a list.' })
export class UpdateUserInput {
  @Field(() => String, { description: 'Which user.' })
  username!: string;

  @Field(() => Boolean, { nullable: true, description: "Whether the user's keys work." })
  isActive?: boolean | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description: 'All rights for the whole domain from now on, each once.',
  })
  permissions?: Permission[] | null;

  @Field(() => [ID], { nullable: true, description: 'Uids of all groups to belong to from now on.' })
  groups?: string[] | null;
}

@InputType({ description: 'A user to be deleted.' })
export class DeleteUserInput {
  @Field(() => String, { description: 'Which user.' })
  username!: string;
}
