import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, Directive, Field, FieldResolver, Float, Info, Int, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import type { Connection } from '#api/reading/connection.ts';
import { readRootPage } from '#api/reading/read.ts';
import { neededColumns } from '#api/reading/select.ts';
import type { Row } from '#api/reading/type-source.ts';
import { FacetInput } from '#api/types/odsql.inputs.ts';
import { Facet } from '#api/types/rows.type.ts';
import { CatalogDataset, CatalogDatasetConnection, catalogDatasets, datasetRoots } from '#datasets/index.ts';
import { lazyObject } from '#kernel/json.ts';
import { CatalogArgs, searchArguments } from './catalog.inputs.ts';
import { FoundValue } from './found-value.type.ts';
import { Highlight } from './highlight.type.ts';
import { findRelated } from './related-datasets.ts';
import { CatalogRemoval } from './removal.type.ts';
import {
  type CatalogPage,
  countFacetsOfAll,
  countTemplateFacets,
  type FoundEdge,
  searchCatalog,
} from './search-catalog.ts';

@Resolver(() => CatalogDatasetConnection)
export class CatalogResolver {
  @Query(() => CatalogDatasetConnection, {
    nullable: true,
    description:
      'The published datasets that the caller may see: all, or those that meet words, facets and other conditions. Needs no key. Null, with INVALID_INPUT, for a wrong argument.',
  })
  async catalog(
    @Args(() => CatalogArgs) args: CatalogArgs,
    @Ctx() ctx: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<CatalogPage> {
    if (searchArguments.some((name) => args[name] != null))
      return searchCatalog(ctx, args, neededColumns(catalogDatasets, info));
    return Object.assign(withoutWords(readRootPage(ctx, datasetRoots.catalog, args, {}, info)), {
      countFacets: (...requested: Parameters<CatalogPage['countFacets']>) => countFacetsOfAll(ctx, ...requested),
      suggestQuery: async () => null,
      countRemovals: async () => [],
    });
  }

  @FieldResolver(() => [Facet], {
    nullable: true,
    description:
      'The facets that have values, over the whole list, in the order requested. Null, with INVALID_INPUT, where one is not of the catalog.',
  })
  facets(
    @Root() page: CatalogPage,
    @Arg('facets', () => [FacetInput], {
      nullable: true,
      description:
        'At most 20 of features, theme, keyword, publisher, modified, language, license, territory, dcat.creator, dcat.contributor, dcat.accrualperiodicity, dcat.issued, dcat.created, and the fields of custom templates that are filters, as `template.field`. Default: all.',
    })
    facets: FacetInput[] | undefined,
    @Arg('contains', () => String, {
      nullable: true,
      description:
        'Only values that have these characters, at most 1000, in any case and with any accents; and refined values. Default: all values.',
    })
    contains: string | undefined,
  ) {
    return page.countFacets(facets, contains);
  }

  @FieldResolver(() => [Facet], {
    nullable: true,
    description:
      'The facets that have values of the fields of custom templates which are filters, over the whole list, in the order of the templates: the first of them, and those that the search refines. Null, with INVALID_INPUT, for an argument out of range.',
  })
  templateFacets(
    @Root() page: CatalogPage,
    @Arg('first', () => Int, { nullable: true, description: 'The maximum number of facets, 1 to 100. Default: 20.' })
    first: number | null | undefined,
    @Arg('limit', () => Int, {
      nullable: true,
      description: 'The maximum number of values of each, 1 to 20000. Default: 100.',
    })
    limit: number | null | undefined,
    @Ctx() ctx: RequestContext,
  ) {
    return countTemplateFacets(ctx, page, { first: first ?? 20, limit: limit ?? null });
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'The query with misspelt words as datasets that the caller may see write them: what was meant, perhaps. Null where a dataset has the words as they are, and where none has words like them.',
  })
  suggestion(@Root() page: CatalogPage) {
    return page.suggestQuery();
  }

  @FieldResolver(() => [CatalogRemoval], {
    nullable: true,
    description:
      'Where nothing is found: the conditions without which datasets are found, those that hide the most first; of the first 20 conditions. Empty where something is found; null, with TIMED_OUT, where counting takes too long.',
  })
  removals(@Root() page: CatalogPage) {
    return page.countRemovals();
  }
}

@Resolver(() => CatalogDataset)
export class RelatedDatasetsResolver {
  // Each dataset is compared with all others in memory.
  @Directive('@cost(weight: "2")')
  @FieldResolver(() => [CatalogDataset], {
    nullable: true,
    description:
      'The datasets that the caller may see which have keywords or themes of this one, those first that share more and rarer ones. Null, with INVALID_INPUT, for `first` out of range.',
  })
  relatedDatasets(
    @Root() dataset: Row<CatalogDataset>,
    @Arg('first', () => Int, { nullable: true, description: 'The maximum number of datasets, 1 to 20. Default: 5.' })
    first: number | null | undefined,
    @Ctx() ctx: RequestContext,
  ) {
    return findRelated(ctx, dataset, first ?? 5);
  }
}

// Fields without a resolver: a page has many edges, and a search fills them in.
const edge = CatalogDatasetConnection.Edge.prototype;
Field(() => Float, {
  nullable: true,
  description: 'How well the dataset matches the words of `query`, within one search; null without words.',
})(edge, 'score');
Field(() => [Highlight], { description: 'Where the words of `query` were found. Empty without words.' })(
  edge,
  'highlights',
);
Field(() => Boolean, {
  description:
    'Whether the dataset has a word of `query` in another spelling only: with typing errors, or as plural or singular. False without words.',
})(edge, 'isApproximate');
Field(() => [FoundValue], {
  description:
    'At most 5 values of records in which words of `query` were found, in facets with at most 200 texts when the dataset was last published. Only of datasets without rulesets whose records everyone sees. Empty without words.',
})(edge, 'values');

/** A page of the list of all datasets, whose edges have no words to be scored by. */
const withoutWords = (page: Connection<Row<CatalogDataset>>): Connection<Row<CatalogDataset>> =>
  lazyObject<Connection<Row<CatalogDataset>>>({
    nodes: () => page.nodes,
    edges: async () =>
      (await page.edges).map((found): FoundEdge => ({
        ...found,
        score: null,
        highlights: [],
        isApproximate: false,
        values: [],
      })),
    pageInfo: () => page.pageInfo,
    totalCount: () => page.totalCount,
  });
