import {
  Arg,
  Args,
  type ClassType,
  Ctx,
  Directive,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { loadOne, loadPage, loadTraversal } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { lazyEdge, lazyRow, readRoot, readRootPage } from '#api/reading/read.ts';
import type { Row, TypeSource } from '#api/reading/type-source.ts';
import { toNodeId } from '#kernel/ids.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { CodeEditorPage, StudioPage } from '#pages/index.ts';
import {
  AssetRelationInput,
  CreateAssetInput,
  DeleteAssetInput,
  RelatedAssetsArgs,
  UpdateAssetInput,
} from './asset.inputs.ts';
import {
  assetOfHop,
  assetOfRelation,
  assetRelations,
  assetRoots,
  assets,
  codeEditorPageOfAsset,
  datasetOfAsset,
  lineageHops,
  lineageQuery,
  matchesFilters,
  parseLineageArguments,
  studioPageOfAsset,
} from './asset.source.ts';
import {
  Asset,
  AssetConnection,
  AssetPayload,
  AssetRelation,
  AssetRelationConnection,
  AssetRelationPayload,
  DeleteAssetPayload,
  Lineage,
  LineageArgs,
  LineageHop,
} from './asset.type.ts';
import { createAsset, createAssetRelation, deleteAsset, deleteAssetRelation, updateAsset } from './assets.service.ts';
import { relation, traversal } from '#api/reading/declare-source.ts';
import { sql, sqlAnd, sqlText } from '#kernel/sql.ts';

@Resolver(() => Asset)
export class AssetResolver {
  @Query(() => AssetConnection, {
    description: 'The maps, charts and external assets, by title, then uid; needs no key.',
  })
  storedAssets(@Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return readRootPage(ctx, assetRoots.storedAssets, page);
  }

  @Query(() => Asset, {
    nullable: true,
    description: 'The asset with this uid; null when none is visible to you. Needs no key.',
  })
  asset(@Arg('uid', () => ID, { description: 'The uid of the asset.' }) uid: string, @Ctx() ctx: RequestContext) {
    return readRoot(ctx, assetRoots.asset, { uid });
  }

  @FieldResolver(() => CatalogDataset, {
    nullable: true,
    description: 'The dataset, when the asset is one; otherwise null.',
  })
  dataset(@Root() asset: Row<Asset>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, datasetOfAsset, asset);
  }

  @FieldResolver(() => StudioPage, {
    nullable: true,
    description: 'The studio page, when the asset is one; otherwise null.',
  })
  studioPage(@Root() asset: Row<Asset>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, studioPageOfAsset, asset);
  }

  @FieldResolver(() => CodeEditorPage, {
    nullable: true,
    description: 'The code editor page, when the asset is one; otherwise null.',
  })
  codeEditorPage(@Root() asset: Row<Asset>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, codeEditorPageOfAsset, asset);
  }

  @Mutation(() => AssetPayload, {
    description:
      'Adds a map, a chart or an external asset to the portal, visible to everyone; needs `edit_page` for the domain.',
  })
  async createAsset(
    @Arg('input', () => CreateAssetInput, { description: 'The asset.' }) input: CreateAssetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return assetPayload(ctx, await createAsset(ctx, input));
  }

  @Mutation(() => AssetPayload, {
    description:
      'Changes the description of an asset; needs `edit_dataset` on a dataset, `edit_page` on a page, and `edit_page` for the domain on others.',
  })
  async updateAsset(
    @Arg('input', () => UpdateAssetInput, { description: 'The change.' }) input: UpdateAssetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return assetPayload(ctx, await updateAsset(ctx, input));
  }

  @Mutation(() => DeleteAssetPayload, {
    description: 'Deletes a map, a chart or an external asset, with its relations; needs `edit_page` for the domain.',
  })
  async deleteAsset(
    @Arg('input', () => DeleteAssetInput, { description: 'The object to act on.' }) input: DeleteAssetInput,
    @Ctx() ctx: RequestContext,
  ) {
    return deletePayload(await deleteAsset(ctx, input));
  }

  @Mutation(() => AssetRelationPayload, {
    description:
      'Relates an asset to a visible asset that it uses; needs the right to change the using asset. An existing relation stays.',
  })
  async createAssetRelation(
    @Arg('input', () => AssetRelationInput, { description: 'The relation.' }) input: AssetRelationInput,
    @Ctx() ctx: RequestContext,
  ) {
    return assetRelationPayload(ctx, await createAssetRelation(ctx, input));
  }

  @Mutation(() => AssetRelationPayload, {
    description:
      'Deletes a recorded relation; needs the right to change the using asset. Relations that the catalog derives stay.',
  })
  async deleteAssetRelation(
    @Arg('input', () => AssetRelationInput, { description: 'The object to act on.' }) input: AssetRelationInput,
    @Ctx() ctx: RequestContext,
  ) {
    return assetRelationPayload(ctx, await deleteAssetRelation(ctx, input));
  }
}

const assetPayload = (ctx: RequestContext, uid: string) =>
  lazyObject({ asset: lazyRow(ctx, assets, { uid }), assetEdge: lazyEdge(ctx, assets, { uid }) });

const assetRelationPayload = (ctx: RequestContext, { sourceUid, useUid }: AssetRelationInput) =>
  lazyObject({ source: lazyRow(ctx, assets, { uid: sourceUid }), use: lazyRow(ctx, assets, { uid: useUid }) });

@Resolver(() => AssetRelation)
export class AssetRelationResolver {
  @FieldResolver(() => Asset, { description: 'The related asset.' })
  asset(@Root() related: Row<AssetRelation>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, assetOfRelation, related);
  }
}

@Resolver(() => LineageHop)
export class LineageHopResolver {
  @FieldResolver(() => Asset, { description: 'The asset.' })
  asset(@Root() hop: Row<LineageHop>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, assetOfHop, hop);
  }
}

const deletePayload = (uid: string) => lazyObject({ ...deletedObject(toNodeId('Asset', uid)), uid: () => uid });

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
