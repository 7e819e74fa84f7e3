import { Field, ID, ObjectType } from 'type-graphql';
import { DeletionPayload, formerDeletedId } from '#api/node/deletion-payload.type.ts';
import { Node } from '#api/node/node.type.ts';
import type { Permission } from '#api/session/permissions.ts';
import type { Edge } from '#api/reading/page/connection.ts';
import { ConnectionTypeOf, edgeInPayload } from '#api/reading/page/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import { PermissionEnum } from '../rights/permission.type.ts';

@ObjectType({
  implements: Node,
  description: 'A person or a program that uses API keys, as administrators and the user see it.',
})
export class User extends Node {
  @Field(() => String, { description: 'The name that permanently identifies the user.' })
  username!: string;

  @Field(() => Boolean, { description: "Whether the user's keys are valid." })
  isActive!: boolean;

  @Field(() => [PermissionEnum], { description: 'The direct rights of the user for the whole domain.' })
  permissions!: readonly Permission[];

  @Field(() => DateTime, { description: 'When the user was created.' })
  createdAt!: string;
}

@ObjectType({ description: 'A page of a list of users.' })
export class UserConnection extends ConnectionTypeOf(User, 'User') {}

@ObjectType({ description: 'A user after a change.' })
export class UserPayload {
  @Field(() => User, { nullable: true, description: 'The user. Null when it was deleted in the meantime.' })
  user!: User | null;

  @Field(() => UserConnection.Edge, edgeInPayload('users'))
  userEdge!: Edge<User> | null;
}

@ObjectType({ implements: DeletionPayload, description: 'A deleted user.' })
export class DeleteUserPayload extends DeletionPayload {
  @Field(() => ID, formerDeletedId)
  id!: string;

  @Field(() => String, { description: 'The name of the deleted user.' })
  username!: string;
}
