import { Field, ID, InputType } from 'type-graphql';
import type { Permission } from '#api/session/permissions.ts';
import { PermissionEnum } from '../rights/permission.type.ts';

@InputType({ description: 'A user to create.' })
export class CreateUserInput {
  @Field(() => String, { description: '1 to 150 letters, digits and `. _ - @ +`. Cannot change later.' })
  username!: string;

  @Field(() => Boolean, { nullable: true, description: "Whether the user's keys are valid. Default: true." })
  isActive?: boolean | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description: 'Rights for the whole domain, each once. Default: none.',
  })
  permissions?: Permission[] | null;

  @Field(() => [ID], { nullable: true, description: 'The uids of the groups of the user. Default: none.' })
  groups?: string[] | null;
}

@InputType({ description: 'A change of a user. Omitted fields are kept; null empties a list.' })
export class UpdateUserInput {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;

  @Field(() => Boolean, { nullable: true, description: "Whether the user's keys are valid." })
  isActive?: boolean | null;

  @Field(() => [PermissionEnum], {
    nullable: true,
    description: 'All rights for the whole domain, each once, replacing the current ones.',
  })
  permissions?: Permission[] | null;

  @Field(() => [ID], { nullable: true, description: 'The uids of all groups of the user, replacing the current ones.' })
  groups?: string[] | null;
}

@InputType({ description: 'A user to delete.' })
export class DeleteUserInput {
  @Field(() => String, { description: 'The name of the user.' })
  username!: string;
}
