import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';

/** What a query does with a value of a facet. */
export enum FacetState {
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
    description:
      'The value as `refine` takes it: numbers as text, dates as `2024/02`, and a value of a hierarchy as its whole path.',
  })
  value!: string;

  @Field(() => String, { description: 'The value to show: for a hierarchy, the last part of the path.' })
  label!: string;

  @Field(() => Int, { nullable: true, description: 'The number of items with the value. Null for an excluded value.' })
  count!: number | null;

  @Field(() => FacetState, { description: 'Whether the query asks for the value or leaves it out.' })
  state!: `${FacetState}`;

  @Field(() => [FacetValue], {
    description: 'The values of the next level, below a refined value of a hierarchy or of a date. Otherwise empty.',
  })
  children!: readonly FacetValue[];
}

@ObjectType({ description: 'The values of a field and how often each occurs in the result of a query.' })
export class Facet {
  @Field(() => String, { description: 'The name of the field.' })
  name!: string;

  @Field(() => [FacetValue], { description: 'The values of the first level, in the order of the facet.' })
  values!: readonly FacetValue[];
}
