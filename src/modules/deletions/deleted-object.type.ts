import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '#api/node.type.ts';
import { DateTime } from '#api/types/scalars.ts';
import type { Order } from '#api/reading/type-source.ts';

/** The fields of a deleted object that can be restored. */
@ObjectType()
export abstract class DeletedObject extends Node {
  @Field(() => ID, { description: 'The uid, to restore or to purge it.' })
  uid!: string;

  @Field(() => String, { description: 'The title when it was deleted; may be empty.' })
  title!: string;

  @Field(() => DateTime, { description: 'When it was deleted.' })
  deletedAt!: string;

  @Field(() => DateTime, {
    description: 'Until when it can be restored: DELETED_RETENTION_DAYS days from its deletion.',
  })
  expiresAt!: string;
}

/** The latest deletion first, ties by uid. */
export const latestDeletionFirst: Order = {
  by: [
    { column: 'deleted_at', type: 'timestamptz' },
    { column: 'uid', type: 'text' },
  ],
  descending: true,
};
