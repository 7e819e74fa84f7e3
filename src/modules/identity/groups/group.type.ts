import { Field, ID, ObjectType } from 'type-graphql';
import { DeletionPayload, formerDeletedId } from '#api/node/deletion-payload.type.ts';
import { Node } from '#api/node/node.type.ts';
import type { Permission } from '#api/session/permissions.ts';
import type { Edge } from '#api/reading/page/connection.ts';
import { ConnectionTypeOf, edgeInPayload } from '#api/reading/page/connection.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import { UserConnection, type User } from '../users/user.type.ts';
import { PermissionEnum } from '../rights/permission.type.ts';

@ObjectType({
  implements: Node,
  description: 'A group of users who have the same rights, as administrators and its members see it.',
})
export class Group extends Node {
  @Field(() => ID, { description: 'The slug that permanently identifies the group, such as `content_designers`.' })
  uid!: string;

  @Field(() => String, { description: 'The title.' })
  title!: string;

  @Field(() => [PermissionEnum], { description: 'Rights of every member for the whole domain.' })
  permissions!: readonly Permission[];

  @Field(() => DateTime, { description: 'When the group was created.' })
  createdAt!: string;
}

@ObjectType({ description: 'A page of a list of groups.' })
export class GroupConnection extends ConnectionTypeOf(Group, 'Group') {}

@ObjectType({ description: 'A group after a change.' })
export class GroupPayload {
  @Field(() => Group, { nullable: true, description: 'The group. Null when it was deleted in the meantime.' })
  group!: Group | null;

  @Field(() => GroupConnection.Edge, edgeInPayload('groups'))
  groupEdge!: Edge<Group> | null;

  @Field(() => [UserConnection.Edge], {
    description:
      'The users that the mutation added, at their positions in `members` of the group; empty after other changes.',
  })
  memberEdges!: readonly Edge<User>[];
}

@ObjectType({ implements: DeletionPayload, description: 'A deleted group.' })
export class DeleteGroupPayload extends DeletionPayload {
  @Field(() => ID, formerDeletedId)
  id!: string;

  @Field(() => ID, { description: 'The uid of the deleted object.' })
  uid!: string;
}

@ObjectType({ description: 'A group as other users see it: its uid alone.' })
export class RelatedGroup {
  @Field(() => ID, { description: 'The slug that identifies the group.' })
  uid!: string;
}
