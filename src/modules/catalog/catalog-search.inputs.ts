import { ArgsType, Field, InputType, Int, registerEnumType } from 'type-graphql';
import { FacetInput, RefineInput } from '#api/types/odsql.inputs.ts';
import { DateTime } from '#api/types/scalars.ts';

/** The orders of a catalog search. */
export enum CatalogSort {
  RELEVANCE = 'RELEVANCE',
  MODIFIED = 'MODIFIED',
  MODIFIED_ASC = 'MODIFIED_ASC',
  PROCESSED = 'PROCESSED',
  TITLE = 'TITLE',
  TITLE_DESC = 'TITLE_DESC',
  DATASET_ID = 'DATASET_ID',
}
registerEnumType(CatalogSort, {
  name: 'CatalogSort',
  description:
    'The order of a search. Datasets with equal values, and datasets without a value, are ordered by identifier.',
  valuesConfig: {
    RELEVANCE: { description: 'The best matches first; without words, the most recently modified datasets first.' },
    MODIFIED: { description: 'The most recently modified datasets first.' },
    MODIFIED_ASC: { description: 'The least recently modified datasets first.' },
    PROCESSED: { description: 'The datasets with the most recently published records first.' },
    TITLE: { description: 'By the first 450 characters of the title, ignoring case and accents.' },
    TITLE_DESC: {
      description: 'By the first 450 characters of the title in descending order, ignoring case and accents.',
    },
    DATASET_ID: { description: 'By identifier.' },
  },
});

const anyOf = (what: string) => `Only datasets with one of these ${what}.`;

@InputType({ description: 'Conditions, all of which a dataset must meet. At most 1000 values in one list.' })
export class CatalogFilter {
  @Field(() => [String], { nullable: true, description: 'Only datasets with one of these identifiers or uids.' })
  datasetIds?: string[] | null;

  @Field(() => [String], { nullable: true, description: anyOf('themes') })
  themes?: string[] | null;

  @Field(() => [String], { nullable: true, description: anyOf('keywords') })
  keywords?: string[] | null;

  @Field(() => [String], { nullable: true, description: anyOf('publishers') })
  publishers?: string[] | null;

  @Field(() => [String], { nullable: true, description: anyOf('licenses') })
  licenses?: string[] | null;

  @Field(() => [String], { nullable: true, description: anyOf('languages') })
  languages?: string[] | null;

  @Field(() => [String], { nullable: true, description: anyOf('territories') })
  territories?: string[] | null;

  @Field(() => [String], { nullable: true, description: anyOf('features') })
  features?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Only datasets with published records, or only those without.' })
  hasRecords?: boolean | null;

  @Field(() => DateTime, { nullable: true, description: 'Only datasets modified at this time or later.' })
  modifiedFrom?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Only datasets modified before this time.' })
  modifiedBefore?: string | null;
}

@ArgsType()
export class CatalogSearchArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Words, all of which a dataset must have in its title, keywords, themes, publisher, identifier, description, or in the names and labels of visible fields. Ignores case and accents. The last word may be incomplete; one typing error is allowed from 3 letters, two from 6, in the last word from 6 letters only.',
  })
  query?: string | null;

  @Field(() => CatalogFilter, { nullable: true, description: 'Conditions on the datasets.' })
  filter?: CatalogFilter | null;

  @Field(() => [FacetInput], {
    nullable: true,
    description:
      'The facets to count, at most 20: features, theme, keyword, publisher, modified, language, license, territory, dcat.creator, dcat.contributor, dcat.accrualperiodicity, dcat.issued, dcat.created. Default: all of them.',
  })
  facets?: FacetInput[] | null;

  @Field(() => [RefineInput], { nullable: true, description: 'Values of facets that datasets must have, at most 100.' })
  refine?: RefineInput[] | null;

  @Field(() => [RefineInput], {
    nullable: true,
    description: 'Values of facets that datasets must not have, at most 100.',
  })
  exclude?: RefineInput[] | null;

  @Field(() => CatalogSort, { defaultValue: CatalogSort.RELEVANCE, description: 'The order.' })
  sort!: `${CatalogSort}`;

  @Field(() => Int, { defaultValue: 20, description: 'The maximum number of datasets, 0 to 1000.' })
  first!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Start after the dataset with this cursor. The cursor must come from a search in the same order.',
  })
  after?: string | null;

  @Field(() => Int, { defaultValue: 0, description: 'The number of datasets to skip.' })
  offset!: number;
}
