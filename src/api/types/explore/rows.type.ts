import { Directive, Field, Int, ObjectType } from 'type-graphql';
import type { JsonText } from '#kernel/json-text.ts';
import { JsonMap } from '../scalars.ts';
import { Facet } from './facet.type.ts';

/** The directive of fields that return the rows of a query in ODSQL: how many there are. */
export const listSizeOfRows =
  '@listSize(slicingArguments: ["odsql.limit"], sizedFields: ["results", "datasets"], requireOneSlicingArgument: false)';

@ObjectType({ description: 'The answer to a query as text: what the Explore API returns.' })
export class Rows {
  @Field(() => Int, {
    nullable: true,
    description: 'The number of all rows that match. Null with groupBy. Counted only where selected.',
  })
  totalCount!: number | null;

  @Directive('@cost(weight: "0.01")')
  @Field(() => [JsonMap], { description: 'The rows: each has every selected key, null where it has no value.' })
  results!: readonly JsonText[];

  @Field(() => [Facet], { description: 'The facets of all rows that match. Counted only where selected.' })
  facets!: readonly Facet[];
}
