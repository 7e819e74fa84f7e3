import { Field, ID, InterfaceType } from 'type-graphql';

@InterfaceType('DeletionPayload', { description: 'What a deletion returns of the deleted object.' })
export abstract class DeletionPayload {
  @Field(() => ID, {
    description:
      'The global `id` that the deleted object had, by which a client cache removes the object and its edges in lists.',
  })
  deletedId!: string;
}

/**
 * The options of the field `id` that payloads of deletions had before `deletedId`. A cache that identifies objects by `id` takes such a
 * payload for the deleted object.
 */
export const formerDeletedId = { description: 'The same as `deletedId`.', deprecationReason: 'Use `deletedId`.' };

/** The fields of a DeletionPayload for the deleted object with this global identifier. */
export const deletedObject = (id: string): { id: () => string; deletedId: () => string } => ({
  id: () => id,
  deletedId: () => id,
});
