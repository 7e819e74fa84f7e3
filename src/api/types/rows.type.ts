import { GraphQLSafeInt } from 'graphql-scalars';
import { Directive, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ForRest } from '../for-rest.ts';
import type { JsonText } from '#kernel/json.ts';
import { JsonMap } from './scalars.ts';

/** What a query does with a value of a facet. */
enum FacetState {
  displayed = 'displayed',
  refined = 'refined',
  excluded = 'excluded',
}
registerEnumType(FacetState, {
  name: 'FacetState',
  description: 'What a query does with a value of a facet.',
  valuesConfig: {
    displayed: { description: 'The query neither asks for the value nor leaves it out.' },
    refined: { description: 'The query asks for the value.' },
    excluded: { description: 'The query leaves the value out.' },
  },
});

@ObjectType({ description: 'A value of a facet, and how many items have it.' })
export class FacetValue {
  @Field(() => String, {
    description: 'The value for `refine`: numbers as text, dates as `2024/02`, of a hierarchy the whole path.',
  })
  value!: string;

  @Field(() => String, { description: 'The value to show: for a hierarchy, the last part of the path.' })
  label!: string;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'The labels of a choice of a metadata template: language (ISO 639-1) → text. Null for other values.',
  })
  labels?: Readonly<Record<string, string>> | null;

  @Field(() => GraphQLSafeInt, {
    nullable: true,
    description: 'The number of items with the value. Null for an excluded value.',
  })
  count!: number | null;

  @Field(() => FacetState, { description: 'Whether the query asks for the value or leaves it out.' })
  state!: `${FacetState}`;

  @Field(() => [FacetValue], {
    description: 'The next level, below a refined value of a hierarchy or date; otherwise empty.',
  })
  children!: readonly FacetValue[];
}

@ObjectType({ description: 'The values of a field, and how often each occurs in the result.' })
export class Facet {
  @Field(() => String, { description: 'The name of the field.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The label of the field of a metadata template. Null for other fields.',
  })
  label?: string | null;

  @Field(() => [FacetValue], { description: 'The values of the first level, in the order of the facet.' })
  values!: readonly FacetValue[];
}

/** The directive of fields that return the rows of a query in ODSQL: how many there are in each of these lists. */
export const listSizeOfRows = (...lists: readonly string[]): string =>
  `@listSize(slicingArguments: ["odsql.limit"], sizedFields: ${JSON.stringify(lists)}, requireOneSlicingArgument: false)`;

@ObjectType({ description: 'The answer to a query as text: what the Explore API returns.' })
export class Rows {
  @Field(() => Int, {
    nullable: true,
    description: 'The number of all rows that match; null with groupBy.',
  })
  totalCount!: number | null;

  @Directive('@cost(weight: "0.01")')
  @Field(() => [JsonMap], { description: 'The rows: each has every selected key, null where it has no value.' })
  results!: readonly JsonText[];

  @ForRest()
  @Field(() => [Facet], { description: 'The facets of all rows that match. Counted only where selected.' })
  facets!: readonly Facet[];
}
