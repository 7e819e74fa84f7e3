import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { LimitType } from '#engine/records/limit-reached.ts';

/** What a publication limits, as the graph's enum. */
export const publicationLimits: { readonly [Type in LimitType]: Type } = { records: 'records', fields: 'fields' };
registerEnumType(publicationLimits, {
  name: 'PublicationLimit',
  description: 'What is limited in a publication.',
  valuesConfig: {
    records: { description: 'The records of the dataset.' },
    fields: { description: 'The fields of the dataset.' },
  },
});

@ObjectType({ description: 'The number of values of a field that a publication left out.' })
export class LostValues {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => GraphQLSafeInt, { description: 'The number of values that do not fit the type of the field.' })
  count!: number;
}

@ObjectType({ description: 'A limit that a publication reached; the records up to there are published.' })
export class ReachedLimit {
  @Field(() => publicationLimits, { description: 'What is limited.' })
  type!: LimitType;

  @Field(() => GraphQLSafeInt, { description: 'The limit.' })
  limit!: number;

  @Field(() => GraphQLSafeInt, { description: 'The number at which the publication stopped.' })
  value!: number;
}

@ObjectType({
  description: 'What a publication counts. The counters restart when a later value widens the type of a field.',
})
export class PublicationProgress {
  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The number of records read from the sources; null unless records are written.',
  })
  rowsRead!: number | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The number of records written; null unless records are written.',
  })
  rowsWritten!: number | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The number of bytes read from the sources; null unless records are written.',
  })
  bytesRead!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'How much of all sources has been read, 0 to 100, where every source counts the same. Null unless records are written, and where the current source does not report its size.',
  })
  percent!: number | null;

  @Field(() => GraphQLSafeInt, {
    description: 'The number of errors of records in this publication, or else in the last one.',
  })
  recordErrors!: number;

  @Field(() => [LostValues], {
    description: 'The fields with values that the last publication left out, most first, 100 at most.',
  })
  lostValues!: readonly LostValues[];

  @Field(() => ReachedLimit, { nullable: true, description: 'The limit that ended the last publication.' })
  reachedLimit!: ReachedLimit | null;
}
