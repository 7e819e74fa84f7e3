import { Field, Int, ObjectType } from 'type-graphql';
import { FacetSort } from '#api/types/odsql.inputs.ts';
import { FieldAnnotation, fieldTypes } from '#api/types/field.type.ts';
import type { Annotation, FieldType } from '#engine/records/record.ts';

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
    description: 'Whether several values of the facet can be chosen; a record then needs only one of them.',
  })
  isDisjunctive!: boolean;

  @Field(() => FacetSort, {
    nullable: true,
    description: 'The order of the values of the facet. Null for the default, the most frequent value first.',
  })
  facetSort!: `${FacetSort}` | null;

  @Field(() => Boolean, { description: 'Whether records can be sorted by the field in the portal.' })
  isSortable!: boolean;

  @Field(() => Boolean, { description: 'Whether the field identifies the record.' })
  isIdentifier!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'The separator between the levels of values that are paths of a hierarchy. Null for other fields.',
  })
  hierarchySeparator!: string | null;

  @Field(() => String, { nullable: true, description: 'The unit of the numbers, such as `%`.' })
  unit!: string | null;

  @Field(() => Int, { nullable: true, description: 'The number of decimals that are shown.' })
  decimals!: number | null;

  @Field(() => String, { nullable: true, description: 'The precision of the dates: `year`, `month`, `day` …' })
  precision!: string | null;

  @Field(() => [FieldAnnotation], {
    description: 'All annotations of the field, in order, including those that have a field of their own here.',
  })
  annotations!: readonly Annotation[];
}
