import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';

/** The arguments of a search that have conditions. */
export enum CatalogCondition {
  QUERY = 'QUERY',
  FILTER = 'FILTER',
  REFINE = 'REFINE',
  EXCLUDE = 'EXCLUDE',
}
registerEnumType(CatalogCondition, {
  name: 'CatalogCondition',
  description: 'The arguments of a search of the catalog that have conditions.',
  valuesConfig: {
    QUERY: { description: 'A word of `query`, or all of them.' },
    FILTER: { description: 'A member of `filter`.' },
    REFINE: { description: 'A value of `refine`, or all values of a facet of which one is enough.' },
    EXCLUDE: { description: 'A value of `exclude`.' },
  },
});

@ObjectType({ description: 'A condition of a search that found nothing, and what is found without it.' })
export class CatalogRemoval {
  @Field(() => CatalogCondition, { description: 'The argument that has the condition.' })
  condition!: `${CatalogCondition}`;

  @Field(() => String, {
    nullable: true,
    description: 'The member of the filter, or the facet; null for words.',
  })
  field!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The word as the query writes it, or the value of the facet; null where all of them are left out.',
  })
  value!: string | null;

  @Field(() => Int, { description: 'The number of datasets without the condition, counted up to 10000.' })
  totalCount!: number;
}
