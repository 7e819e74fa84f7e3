import { Args, Ctx, FieldResolver, Resolver, Root, type ClassType } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import { loadPage } from '../../api/reading/load.ts';
import { PageArgs } from '../../api/reading/page/page-args.ts';
import { relation } from '../../api/reading/declare/relation.ts';
import type { Row, TypeSource } from '../../api/reading/declare/type-source.ts';
import { loadTraversal, traversal } from '../../api/reading/declare/traversal.ts';
import { sql, sqlAnd, sqlText } from '../../kernel/sql.ts';
import { RelatedAssetsArgs } from './assets/asset.inputs.ts';
import { asAsked, assetRelations } from './assets/asset.source.ts';
import { AssetRelationConnection } from './assets/asset.type.ts';
import { checkLineage, lineageQuery, lineageHops } from './lineage.source.ts';
import { Lineage, LineageArgs } from './lineage.type.ts';

const order =
  'by the type of the relation, then uid; none while the portal does not show relations. Only assets that are visible to you.';

/** The fields from a type whose rows have the uids of assets to the related assets. */
export function relatedAssetsOf<T extends object>(Type: ClassType<T>, from: TypeSource<T>): ClassType {
  const related = (direction: 'uses' | 'sources') =>
    relation({
      from,
      field: direction,
      to: assetRelations,
      on: ['uid', 'asset_uid'],
      returns: 'page',
      where: (given, alias) => sqlAnd(sql`${alias}.direction = ${sqlText(`'${direction}'`)}`, asAsked(given, alias)),
    });
  const [uses, sources] = [related('uses'), related('sources')];
  const lineage = traversal({
    from,
    field: 'lineage',
    to: lineageHops,
    parseArguments: checkLineage,
    query: lineageQuery,
  });

  @Resolver(() => Type)
  class RelatedAssetsResolver {
    @FieldResolver(() => AssetRelationConnection, { description: `The assets that use it, ${order}` })
    uses(
      @Root() asset: Row<T>,
      @Args(() => PageArgs) page: PageArgs,
      @Args(() => RelatedAssetsArgs) { relationType, category, isShowcase }: RelatedAssetsArgs,
      @Ctx() ctx: RequestContext,
    ) {
      return loadPage(ctx, uses, asset, page, { relationType, category, isShowcase });
    }

    @FieldResolver(() => AssetRelationConnection, { description: `The assets that it uses, ${order}` })
    sources(
      @Root() asset: Row<T>,
      @Args(() => PageArgs) page: PageArgs,
      @Args(() => RelatedAssetsArgs) { relationType, category, isShowcase }: RelatedAssetsArgs,
      @Ctx() ctx: RequestContext,
    ) {
      return loadPage(ctx, sources, asset, page, { relationType, category, isShowcase });
    }

    @FieldResolver(() => Lineage, {
      description: 'The assets that are transitively related to it; none while the portal does not show relations.',
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
