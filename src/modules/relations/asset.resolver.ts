import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#api/reading/lazy-object.ts';
import { loadOne } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { lazyEdge, lazyRow, readRoot, readRootPage } from '#api/reading/read.ts';
import type { Row } from '#api/reading/type-source.ts';
import { toNodeId } from '#kernel/ids.ts';
import { CatalogDataset } from '#datasets/index.ts';
import { CodeEditorPage, StudioPage } from '#pages/index.ts';
import { AssetRelationInput, CreateAssetInput, DeleteAssetInput, UpdateAssetInput } from './assets/asset.inputs.ts';
import {
  assetOfRelation,
  assetRoots,
  assets,
  codeEditorPageOfAsset,
  datasetOfAsset,
  studioPageOfAsset,
} from './assets/asset.source.ts';
import {
  Asset,
  AssetConnection,
  AssetPayload,
  AssetRelation,
  AssetRelationPayload,
  DeleteAssetPayload,
} from './assets/asset.type.ts';
import { createAsset, deleteAsset, updateAsset } from './assets/assets.service.ts';
import { createAssetRelation, deleteAssetRelation } from './asset-relations.service.ts';
import { assetOfHop } from './lineage.source.ts';
import { LineageHop } from './lineage.type.ts';

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
