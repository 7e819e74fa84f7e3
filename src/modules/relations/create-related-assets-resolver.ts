import { Args, type ClassType, Ctx, Directive, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { loadPage, loadTraversal } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { relation, traversal } from '#api/reading/declare-source.ts';
import type { Row, TypeSource } from '#api/reading/type-source.ts';
import { sql, sqlAnd, sqlText } from '#kernel/sql.ts';
import { RelatedAssetsArgs } from './assets/asset.inputs.ts';
import { matchesFilters, assetRelations } from './assets/asset.source.ts';
import { AssetRelationConnection } from './assets/asset.type.ts';
import { parseLineageArguments, lineageQuery, lineageHops } from './lineage.source.ts';
import { Lineage, LineageArgs } from './lineage.type.ts';

const orderDescription =
  'ordered by the type of the relation, then by uid. Only assets that are visible to you; none while the portal does not show relations.';

/** Creates the resolver of the fields `uses`, `sources` and `lineage` of a type whose rows have the uids of assets. */
export function createRelatedAssetsResolver<T extends object>(Type: ClassType<T>, from: TypeSource<T>): ClassType {
  const relatedAssets = (direction: 'uses' | 'sources') =>
    relation({
      from,
      field: direction,
      to: assetRelations,
      on: ['uid', 'asset_uid'],
      returns: 'page',
      where: (given, alias) =>
        sqlAnd(sql`${alias}.direction = ${sqlText(`'${direction}'`)}`, matchesFilters(given, alias)),
    });
  const uses = relatedAssets('uses');
  const sources = relatedAssets('sources');
  const lineage = traversal({
    from,
    field: 'lineage',
    to: lineageHops,
    parseArguments: parseLineageArguments,
    query: lineageQuery,
  });

  @Resolver(() => Type)
  class RelatedAssetsResolver {
    @FieldResolver(() => AssetRelationConnection, {
      description: `The assets that use this asset, ${orderDescription}`,
    })
    uses(
      @Root() asset: Row<T>,
      @Args(() => PageArgs) page: PageArgs,
      @Args(() => RelatedAssetsArgs) { relationType, category, isShowcase }: RelatedAssetsArgs,
      @Ctx() ctx: RequestContext,
    ) {
      return loadPage(ctx, uses, asset, page, { relationType, category, isShowcase });
    }

    @FieldResolver(() => AssetRelationConnection, {
      description: `The assets that this asset uses, ${orderDescription}`,
    })
    sources(
      @Root() asset: Row<T>,
      @Args(() => PageArgs) page: PageArgs,
      @Args(() => RelatedAssetsArgs) { relationType, category, isShowcase }: RelatedAssetsArgs,
      @Ctx() ctx: RequestContext,
    ) {
      return loadPage(ctx, sources, asset, page, { relationType, category, isShowcase });
    }

    // The traversal costs the same whatever is selected of its result.

    @Directive('@cost(weight: "5")')
    @FieldResolver(() => Lineage, {
      description:
        'The assets that are transitively related to this asset; none while the portal does not show relations.',
    })
    lineage(
      @Root() asset: Row<T>,
      @Args(() => LineageArgs) { direction, depth, limit }: LineageArgs,
      @Ctx() ctx: RequestContext,
    ) {
      return loadTraversal(ctx, lineage, asset, { direction, depth, limit });
    }
  }
  return RelatedAssetsResolver;
}
