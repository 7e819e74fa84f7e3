import { Field, Float, Int, ObjectType } from 'type-graphql';
import { PageInfoType } from '../../../api/reading/page/connection.type.ts';
import { Facet } from '../../../api/types/explore/facet.type.ts';
import { CatalogDataset } from '../../datasets/index.ts';

@ObjectType({ description: 'A text in which a search found its words.' })
export class Highlight {
  @Field(() => String, {
    description: 'Where the text is: `title`, `keywords.0`, `themes.0`, `publisher`, `datasetId` or `description`.',
  })
  path!: string;

  @Field(() => String, {
    description: 'The text, or a part of a long one, as HTML: the found words are in `<mark>`, all else is escaped.',
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
    description: 'How well it matches the words, to compare within one search only. Null without words.',
  })
  score!: number | null;

  @Field(() => [Highlight], { description: 'Where the words were found. Empty without words.' })
  highlights!: readonly Highlight[];
}

@ObjectType({ description: 'What a search found, one page of it.' })
export class CatalogSearch {
  @Field(() => [CatalogSearchEdge], { description: 'The datasets of the page.' })
  edges!: readonly CatalogSearchEdge[];

  @Field(() => PageInfoType, { description: 'The position of the page in all that was found.' })
  pageInfo!: PageInfoType;

  @Field(() => Int, { description: 'The number of datasets that were found; counted only where selected.' })
  totalCount!: number;

  @Field(() => [Facet], {
    description: 'The facets that have values, in the order requested; counted only where selected.',
  })
  facets!: readonly Facet[];
}
