import { Field, Float, Int, ObjectType } from 'type-graphql';
import { PageInfoType } from '#api/reading/connection.type.ts';
import { Facet } from '#api/types/rows.type.ts';
import { CatalogDataset } from '#datasets/index.ts';

@ObjectType({ description: 'A text in which a search found its words.' })
export class Highlight {
  @Field(() => String, {
    description: 'Where the text is: `title`, `keywords.0`, `themes.0`, `publisher`, `datasetId` or `description`.',
  })
  path!: string;

  @Field(() => String, {
    description:
      'The text, shortened if it is long, as HTML: the found words are in `<mark>`, all other text is escaped.',
  })
  text!: string;
}

@ObjectType({ description: 'A dataset that a search found.' })
export class CatalogSearchEdge {
  @Field(() => String, { description: 'The position of the dataset, for `after`.' })
  cursor!: string;

  @Field(() => CatalogDataset, { description: 'The dataset.' })
  node!: CatalogDataset;

  @Field(() => Float, {
    nullable: true,
    description: 'How well the dataset matches the words. Compare scores only within one search. Null without words.',
  })
  score!: number | null;

  @Field(() => [Highlight], { description: 'Where the words were found. Empty without words.' })
  highlights!: readonly Highlight[];
}

@ObjectType({ description: 'A page of the datasets that a search found.' })
export class CatalogSearch {
  @Field(() => [CatalogSearchEdge], { description: 'The datasets of the page.' })
  edges!: readonly CatalogSearchEdge[];

  @Field(() => PageInfoType, { description: 'The position of the page in the whole result.' })
  pageInfo!: PageInfoType;

  @Field(() => Int, { description: 'The number of datasets that were found; counted only where selected.' })
  totalCount!: number;

  @Field(() => [Facet], {
    description: 'The facets that have values, in the order requested; counted only where selected.',
  })
  facets!: readonly Facet[];
}
