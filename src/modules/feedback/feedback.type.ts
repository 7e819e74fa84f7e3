import { Field, ID, ObjectType } from 'type-graphql';
import { ForRest } from '#api/for-rest.ts';
import { Node } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime, JsonMap } from '#api/types/scalars.ts';
import { fieldTypes } from '#api/types/field.type.ts';
import { TypedValue } from '#api/types/typed-value.type.ts';
import type { FieldType } from '#engine/records/record.ts';
import type { Json } from '#kernel/json.ts';
import { DatasetPartPayload } from '#datasets/index.ts';

/** The suggested values and the types of their fields, by the name of the field. */
export type SuggestedValues = { readonly [field: string]: { readonly value: Json; readonly type: string } };

@ObjectType({ description: 'A value that a user suggests for a field of a record.' })
export class SuggestedValue {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => fieldTypes, { description: 'The type that the field had when the feedback was sent.' })
  type!: FieldType;

  @Field(() => TypedValue, { nullable: true, description: 'The value. Null when the user suggests to remove it.' })
  value!: TypedValue | null;
}

@ObjectType({
  implements: Node,
  description: 'Feedback of a user on a record of a dataset, or on a missing record.',
})
export class Feedback extends Node {
  @Field(() => ID, { description: 'Identifies the feedback.' })
  uid!: string;

  @Field(() => ID, { description: 'The record concerned; empty when the feedback asks for a new record.' })
  recordId!: string;

  @Field(() => String, { description: 'The comment of the user.' })
  comment!: string;

  @ForRest()
  @Field(() => JsonMap, {
    description: 'The suggested values: field → `{value, type}`, with the type at the time.',
  })
  values!: SuggestedValues;

  @Field(() => Boolean, { description: 'Whether the feedback is archived.' })
  isArchived!: boolean;

  @Field(() => DateTime, { description: 'When the feedback was submitted.' })
  createdAt!: string;
}

@ObjectType({ description: 'A page of a list of feedback.' })
export class FeedbackConnection extends ConnectionTypeOf(Feedback, 'Feedback') {}

@ObjectType({ description: 'The submitted feedback.' })
export class SubmitFeedbackPayload {
  @ChangedObject(FeedbackConnection, 'feedback', 'The feedback.')
  feedback!: Feedback | null;
}

@ObjectType({ description: 'Feedback after a change, and its dataset.' })
export class FeedbackPayload extends DatasetPartPayload {
  @ChangedObject(FeedbackConnection, 'feedback', 'The feedback; null when you may no longer read it.')
  feedback!: Feedback | null;
}
