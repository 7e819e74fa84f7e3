import { Field, ID, InterfaceType, ObjectType } from 'type-graphql';
import { failFields } from '#kernel/fail.ts';
import { toNodeId } from '#kernel/ids.ts';
import { lazyObject } from '#kernel/json.ts';

@InterfaceType('Node', {
  description: 'Anything that `node(id)` finds.',
  resolveType: (value: { __typename: string }) => value.__typename,
})
export abstract class Node {
  @Field(() => ID, { description: 'The global identifier; opaque.' })
  id!: string;
}

/** The description of the `id` of an object that clients reach only through its parent. */
export const unreachableIdDescription = 'A key for client caches; `node(id)` does not find it.';

@InterfaceType('DeletionPayload', { description: 'What a deletion returns of the deleted object.' })
export abstract class DeletionPayload {
  @Field(() => ID, {
    description: 'The `id` that the object had.',
  })
  deletedId!: string;
}

/** The options of the field `uid` of such payloads. */
export const deletedUid = { description: 'The uid of the deleted object.' };

/** The fields of a DeletionPayload for the deleted object with this global identifier. */
export const deletedObject = (id: string): { deletedId: () => string } => ({ deletedId: () => id });

/** The fields of the payloads of deletions of objects with a uid. */
@ObjectType()
export abstract class DeletedObjectPayload extends DeletionPayload {
  @Field(() => ID, deletedUid)
  uid!: string;
}

/** The payload of the deletion of an object of a type, by its key, which is also the field `keyField`. */
export const deletionPayload = (type: string, key: string, keyField = 'uid'): object =>
  lazyObject({ ...deletedObject(toNodeId(type, key)), [keyField]: () => key });

/** The maximum number of objects that `nodes` finds. */
export const maxNodes = 100;

/** The identifiers in the order of the request; fails INVALID_INPUT for too many. */
export const checkNodeIds = (ids: readonly string[]): readonly string[] =>
  ids.length <= maxNodes ? ids : failFields({ ids: [`Ask for at most ${String(maxNodes)} objects.`] });
