import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '#api/node.type.ts';
import { ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime, JsonMap } from '#api/types/scalars.ts';
import type { JsonText } from '#kernel/json.ts';
import { FacetSort } from '#api/types/odsql.inputs.ts';
import { FieldAnnotation, fieldTypes } from '#api/types/field.type.ts';
import type { Annotation, FieldType } from '#engine/records/record.ts';
import { GraphQLSafeInt } from 'graphql-scalars';
import { QuotaUnit } from '#access/index.ts';

@ObjectType('Record', {
  implements: Node,
  description: 'A published record. `node(id)` counts as a call on the dataset.',
})
export class ExploredRecord extends Node {
  @Field(() => ID, {
    description:
      'The identifier in the dataset: 40 hexadecimal digits. It stays while the values of the fields annotated `id` stay or, without such fields, while all values do.',
  })
  recordId!: string;

  @Field(() => JsonMap, {
    description: 'The selected values by name; null for a missing value. `recordSchema` describes them.',
  })
  values!: JsonText;
}

@ObjectType({ description: 'A page of records.' })
export class RecordConnection extends ConnectionTypeOf(ExploredRecord, 'Record') {}

@ObjectType('RecordField', { description: 'A field of the published records that the caller may see.' })
export class RecordFieldType {
  @Field(() => String, { description: 'The name of the field in queries, and its key in `values`.' })
  name!: string;

  @Field(() => String, { description: 'The name shown to people.' })
  label!: string;

  @Field(() => fieldTypes, { description: 'The type of the values.' })
  type!: FieldType;

  @Field(() => String, { nullable: true, description: 'What the field means; null without a description.' })
  description!: string | null;

  @Field(() => Boolean, { description: 'Whether a record has several values, as a list.' })
  isMultivalued!: boolean;

  @Field(() => Boolean, { description: 'Whether the dataset offers the field as a facet.' })
  isFacet!: boolean;

  @Field(() => Boolean, {
    description: 'Whether several values can be chosen, of which a record needs only one.',
  })
  isDisjunctive!: boolean;

  @Field(() => FacetSort, {
    nullable: true,
    description: "The order of the facet's values; null for the most frequent first.",
  })
  facetSort!: `${FacetSort}` | null;

  @Field(() => Boolean, { description: 'Whether records can be sorted by the field in the portal.' })
  isSortable!: boolean;

  @Field(() => Boolean, { description: 'Whether the field identifies the record.' })
  isIdentifier!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'What separates the levels of values that are paths; null for other fields.',
  })
  hierarchySeparator!: string | null;

  @Field(() => String, { nullable: true, description: 'The unit of the numbers, such as `%`.' })
  unit!: string | null;

  @Field(() => Int, { nullable: true, description: 'The number of decimals that are shown.' })
  decimals!: number | null;

  @Field(() => String, { nullable: true, description: 'The precision of the dates: `year`, `month`, `day` …' })
  precision!: string | null;

  @Field(() => [FieldAnnotation], {
    description: 'All annotations, in order, also those that have a field of their own here.',
  })
  annotations!: readonly Annotation[];
}

@ObjectType({ description: 'A stored file that is the value of a field in records.' })
export class RecordFile {
  @Field(() => String, { description: 'Identifies the file: the SHA-256 of its bytes, in hexadecimal.' })
  sha256!: string;

  @Field(() => String, {
    description: 'The name of the file in the source, with its folders when it comes from an archive.',
  })
  filename!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The media type, derived from the name of the file; null when unknown.',
  })
  mimetype!: string | null;

  @Field(() => GraphQLSafeInt, { description: 'The size of the file in bytes.' })
  bytes!: number;
}

@ObjectType({
  description: 'How many calls on a dataset are left, per user, or per client address without a key.',
})
export class QuotaUsage {
  @Field(() => QuotaUnit, { description: 'The period in which calls are counted, in UTC.' })
  unit!: `${QuotaUnit}`;

  @Field(() => Int, { description: 'The number of calls in one period.' })
  limit!: number;

  @Field(() => Int, { description: 'The number of calls left in this period.' })
  remaining!: number;

  @Field(() => DateTime, { description: 'When the next period begins.' })
  resetsAt!: string;
}
