import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, Directive, FieldResolver, Info, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletionPayload } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { loadPage, loadTraversal } from '#api/reading/load.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import type { Row } from '#api/reading/type-source.ts';
import { RelatedAsset } from '#api/types/related-asset.type.ts';
import { AssetRelationInput, CreateAssetInput, DeleteAssetInput, UpdateAssetInput } from './asset.inputs.ts';
import { assets, relatedAssetList, relationsOf } from './asset.source.ts';
import {
  Asset,
  AssetPayload,
  AssetRelationConnection,
  AssetRelationPayload,
  DeleteAssetPayload,
  Lineage,
  LineageArgs,
} from './asset.type.ts';
import { createAsset, createAssetRelation, deleteAsset, deleteAssetRelation, updateAsset } from './assets.service.ts';

@Resolver(() => Asset)
export class AssetResolver {
  @Mutation(() => AssetPayload, {
    description: 'Adds a map, a chart or an external asset to the portal, visible to everyone.',
  })
  @Declares({ needs: 'edit_page for the domain', fails: [] })
  @TakesInput(() => CreateAssetInput, 'The asset.')
  async createAsset(input: CreateAssetInput, ctx: RequestContext) {
    return assetPayload(ctx, await createAsset(ctx, input));
  }

  @Mutation(() => AssetPayload, {
    description: 'Changes the description of an asset.',
  })
  @Declares({
    needs: 'edit_dataset on a dataset, edit_page on a page, edit_page for the domain on others',
    fails: ['NOT_FOUND', 'REVISION_MISMATCH'],
  })
  @TakesInput(() => UpdateAssetInput, 'The change.')
  async updateAsset(input: UpdateAssetInput, ctx: RequestContext) {
    return assetPayload(ctx, await updateAsset(ctx, input));
  }

  @Mutation(() => DeleteAssetPayload, {
    description: 'Deletes a map, a chart or an external asset, with its relations.',
  })
  @Declares({ needs: 'edit_page for the domain', fails: ['NOT_FOUND'] })
  @TakesInput(() => DeleteAssetInput, 'The object to act on.')
  async deleteAsset(input: DeleteAssetInput, ctx: RequestContext) {
    return deletionPayload('Asset', await deleteAsset(ctx, input));
  }

  @Mutation(() => AssetRelationPayload, {
    description: 'Relates an asset to a visible asset that it uses. An existing relation stays.',
  })
  @Declares({ needs: 'the right to change the using asset: edit_dataset or edit_page', fails: ['NOT_FOUND'] })
  @TakesInput(() => AssetRelationInput, 'The relation.')
  async createAssetRelation(input: AssetRelationInput, ctx: RequestContext) {
    return assetRelationPayload(ctx, await createAssetRelation(ctx, input));
  }

  @Mutation(() => AssetRelationPayload, {
    description: 'Deletes a recorded relation. Relations that the catalog derives stay.',
  })
  @Declares({ needs: 'the right to change the using asset: edit_dataset or edit_page', fails: ['NOT_FOUND'] })
  @TakesInput(() => AssetRelationInput, 'The object to act on.')
  async deleteAssetRelation(input: AssetRelationInput, ctx: RequestContext) {
    return assetRelationPayload(ctx, await deleteAssetRelation(ctx, input));
  }
}

const assetPayload = (ctx: RequestContext, uid: string) =>
  lazyObject({ asset: lazyRow(ctx, assets, { uid }), assetEdge: lazyEdge(ctx, assets, { uid }) });

const assetRelationPayload = (ctx: RequestContext, { sourceUid, useUid }: AssetRelationInput) =>
  lazyObject({ source: lazyRow(ctx, assets, { uid: sourceUid }), use: lazyRow(ctx, assets, { uid: useUid }) });

const orderDescription = 'by type of the relation, then uid; none while the portal does not show relations.';

/** The fields of all types with relations. */
@Resolver(() => RelatedAsset)
export class RelatedAssetResolver {
  @FieldResolver(() => AssetRelationConnection, {
    description: `The visible assets that use this asset, ${orderDescription}`,
  })
  uses(
    @Root() asset: Row,
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => relatedAssetList.args) given: object,
    @Ctx() ctx: RequestContext,
    @Info() { parentType }: GraphQLResolveInfo,
  ) {
    return loadPage(ctx, relationsOf(parentType).uses, asset, page, { ...given });
  }

  @FieldResolver(() => AssetRelationConnection, {
    description: `The visible assets that this asset uses, ${orderDescription}`,
  })
  sources(
    @Root() asset: Row,
    @Args(() => PageArgs) page: PageArgs,
    @Args(() => relatedAssetList.args) given: object,
    @Ctx() ctx: RequestContext,
    @Info() { parentType }: GraphQLResolveInfo,
  ) {
    return loadPage(ctx, relationsOf(parentType).sources, asset, page, { ...given });
  }

  // The traversal costs the same whatever is selected of its result.
  @Directive('@cost(weight: "5")')
  @FieldResolver(() => Lineage, {
    nullable: true,
    description:
      'The assets that are transitively related to this asset; none while the portal does not show relations. Null, with INVALID_INPUT, for arguments out of range.',
  })
  lineage(
    @Root() asset: Row,
    @Args(() => LineageArgs) { direction, depth, limit }: LineageArgs,
    @Ctx() ctx: RequestContext,
    @Info() { parentType }: GraphQLResolveInfo,
  ) {
    return loadTraversal(ctx, relationsOf(parentType).lineage, asset, { direction, depth, limit });
  }
}
