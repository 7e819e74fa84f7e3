import { ArgsType, Field, InputType, registerEnumType } from 'type-graphql';
import { PageArgs } from '#api/reading/connection.ts';
import { RefineInput } from '#api/types/odsql.inputs.ts';
import { BoxInput } from '#api/types/box.inputs.ts';
import { OrderDirection } from '#api/types/order-direction.ts';
import { TimeRange } from '#api/reading/declare-list.ts';

/** What published datasets are ordered by. */
export enum CatalogOrderField {
  RELEVANCE = 'RELEVANCE',
  MODIFIED_AT = 'MODIFIED_AT',
  DATA_PROCESSED_AT = 'DATA_PROCESSED_AT',
  TITLE = 'TITLE',
  DATASET_ID = 'DATASET_ID',
}
registerEnumType(CatalogOrderField, {
  name: 'CatalogOrderField',
  description: 'What published datasets are ordered by.',
  valuesConfig: {
    RELEVANCE: {
      description: 'The rank among the matches of `query`, the best first; without words, the latest modified first.',
    },
    MODIFIED_AT: { description: 'When the dataset was modified, as its metadata says.' },
    DATA_PROCESSED_AT: { description: 'When its records were last published.' },
    TITLE: { description: 'The first 450 characters of the title, ignoring case and accents.' },
    DATASET_ID: { description: 'The readable identifier.' },
  },
});

@InputType({ description: 'The order of published datasets.' })
export class CatalogOrder {
  @Field(() => CatalogOrderField, { description: 'What is compared.' })
  field!: `${CatalogOrderField}`;

  @Field(() => OrderDirection, {
    defaultValue: OrderDirection.ASC,
    description: 'Which value comes first; `ASC` of RELEVANCE is the best match first.',
  })
  direction!: `${OrderDirection}`;
}

const anyOf = (what: string) => `Only datasets with one of these ${what}.`;

@InputType({ description: 'Conditions, all of which a dataset meets. At most 1000 values in a list.' })
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

  @Field(() => TimeRange, { nullable: true, description: 'When the dataset was modified, as its metadata says.' })
  modifiedAt?: TimeRange | null;

  @Field(() => TimeRange, {
    nullable: true,
    description:
      'Only datasets about a time that overlaps this range: the coverage that their `dcat` metadata states, whose days are those of UTC; else the dates of their records, where everyone sees all of them and there are no rulesets.',
  })
  period?: TimeRange | null;

  @Field(() => BoxInput, {
    nullable: true,
    description:
      'Only datasets whose `boundingBox` shares a point with this box, borders included; a box of one point finds what is around it.',
  })
  place?: BoxInput | null;
}

@InputType({
  description: 'A value of a facet of the catalog, and how its field refines, by default as `facets` counts it.',
})
export class CatalogRefineInput extends RefineInput {
  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether one of several values of the field is enough. Default: true for `theme` and `keyword`, else false.',
  })
  isDisjunctive?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'What separates the levels of a path, whose values then include everything below. Default: no levels.',
  })
  separator?: string | null;
}

/** Which published datasets, and in which order. */
@ArgsType()
export class CatalogArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description:
      'Words, all of which are in the title, keywords, themes, publisher, identifier, description, texts of custom templates, names and labels of visible fields, or values of facets with few texts whose records everyone sees; case and accents do not matter. The last word may be a prefix. One typing error is allowed from 3 letters, two from 6; in a last word of less than 6 letters only where no dataset has the words. Plurals and singulars of a word are found too.',
  })
  query?: string | null;

  @Field(() => CatalogFilter, { nullable: true, description: 'Conditions on the datasets.' })
  filter?: CatalogFilter | null;

  @Field(() => [CatalogRefineInput], {
    nullable: true,
    description: 'Values of facets that datasets must have, at most 100. Case and accents of themes do not matter.',
  })
  refine?: CatalogRefineInput[] | null;

  @Field(() => [CatalogRefineInput], {
    nullable: true,
    description: 'Values of facets that datasets must not have, at most 100. Case and accents of themes do not matter.',
  })
  exclude?: CatalogRefineInput[] | null;

  @Field(() => [CatalogOrder], {
    nullable: true,
    description:
      'One field; datasets without a value come last, ties are in the order of identifiers. Default: the best matches first where `query`, `filter`, `refine` or `exclude` is given, else the order of creation.',
  })
  orderBy?: CatalogOrder[] | null;
}

/** The arguments that search the catalog. Without one of them, `catalog` is the list in the order of creation. */
export const searchArguments = ['query', 'filter', 'refine', 'exclude', 'orderBy'] as const;
