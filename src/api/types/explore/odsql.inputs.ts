import { Field, InputType, Int } from 'type-graphql';
import type { Language } from '#engine/odsql/scope.ts';
import { queryLanguages } from './language.type.ts';

@InputType({
  description:
    'A query as text, in ODSQL (docs/contract/explore.md): the parameters of the Explore API. An empty text counts as absent.',
})
export class OdsqlInput {
  @Field(() => String, {
    nullable: true,
    description: 'The columns of a row. Default: `*`, or the keys of the groups with groupBy.',
  })
  select?: string | null;

  @Field(() => [String], { nullable: true, description: 'Conditions, all of which a row must meet.' })
  where?: string[] | null;

  @Field(() => String, { nullable: true, description: 'The keys of groups: one row for each group.' })
  groupBy?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The order, as `field desc, …`. Default: by relevance where `where` searches for text, else in the order of publication.',
  })
  orderBy?: string | null;

  @Field(() => [String], { nullable: true, description: 'Values of facets to ask for, as `field:value`.' })
  refine?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Values of facets to leave out, as `field:value`.' })
  exclude?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'The facets and their options, as `name` or `facet(name="field", disjunctive=true, sort="-count")`. Default: all fields annotated as facets.',
  })
  facet?: string[] | null;

  @Field(() => Int, {
    defaultValue: 10,
    description:
      'The maximum number of rows: -1 to 100, with groupBy -1 to 20000. -1 is the maximum; 0 returns only the count.',
  })
  limit!: number;

  @Field(() => Int, {
    defaultValue: 0,
    description: 'The number of rows to skip. Together with limit at most 10000, with groupBy 20000.',
  })
  offset!: number;

  @Field(() => String, {
    defaultValue: 'UTC',
    description:
      'The time zone (IANA) in which times are written and divided into days, and in which times without a zone are read.',
  })
  timezone!: string;

  @Field(() => queryLanguages, {
    nullable: true,
    description: 'The language of names of days and months. Default: `en`.',
  })
  lang?: Language | null;
}
