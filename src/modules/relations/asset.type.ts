import { ArgsType, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DeletedObjectPayload, DeletionPayload, Node } from '#api/node.type.ts';
import { RelatedAsset } from '#api/types/related-asset.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { type AssetType, assetTypes, type RelationType, relationTypes } from './asset.entity.ts';

/** The types of assets, as the graph's enum. */
export const assetTypeEnum = Object.fromEntries(assetTypes.map((type) => [type, type]));
registerEnumType(assetTypeEnum, {
  name: 'AssetType',
  description: 'The type of an asset.',
  valuesConfig: {
    dataset: { description: 'A published dataset of the catalog.' },
    studio_page: { description: 'A published studio page.' },
    code_editor_page: { description: 'A published code editor page.' },
    map: { description: 'A map.' },
    chart: { description: 'A chart.' },
    external_asset: { description: 'An asset outside this catalog.' },
  },
});

/** How assets are related, as the graph's enum. */
export const relationTypeEnum = Object.fromEntries(relationTypes.map((type) => [type, type]));
registerEnumType(relationTypeEnum, {
  name: 'RelationType',
  description: 'How an asset uses another asset, its source.',
  valuesConfig: {
    federation: { description: 'The asset is federated from its source.' },
    source: { description: 'The asset is made from its source.' },
    join: { description: 'The asset joins its source.' },
    usage: { description: 'The asset shows its source.' },
  },
});

@ObjectType({
  implements: [Node, RelatedAsset],
  description:
    'What the portal shows and what may use other assets: a dataset, a page, a map, a chart, or an external asset.',
})
export class Asset extends Node {
  @Field(() => ID, {
    description: 'The permanent identifier of the asset; for a dataset or a page, its uid.',
  })
  uid!: string;

  @Field(() => String, { description: 'The title of the asset; for a dataset without a title, its identifier.' })
  title!: string;

  @Field(() => assetTypeEnum, { description: 'The type.' })
  assetType!: AssetType;

  @Field(() => String, { nullable: true, description: 'The URL; null for datasets and pages.' })
  url!: string | null;

  @Field(() => String, { nullable: true, description: 'The label of the category.' })
  category!: string | null;

  @Field(() => Boolean, { description: 'Whether the asset is a showcase of the data.' })
  isShowcase!: boolean;

  @Field(() => Int, {
    description: 'How often what the portal stores of the asset was changed: each change raises it.',
  })
  revision!: number;
}

@ObjectType({ description: 'A page of a list of assets.' })
export class AssetConnection extends ConnectionTypeOf(Asset, 'Asset') {}

@ObjectType({ description: 'A related asset and the type of the relation.' })
export class AssetRelation {
  @Field(() => relationTypeEnum, { description: 'How one of the two assets uses the other.' })
  relationType!: RelationType;

  @Field(() => Boolean, {
    description:
      'Whether someone recorded the relation, with `createAssetRelation`. False where it follows from what was published alone.',
  })
  isRecorded!: boolean;
}

@ObjectType({ description: 'A page of a list of related assets.' })
export class AssetRelationConnection extends ConnectionTypeOf(AssetRelation, 'AssetRelation') {}

@ObjectType({ description: 'An asset after a change.' })
export class AssetPayload {
  @ChangedObject(AssetConnection, 'storedAssets', 'The asset; null when it is not visible to you.')
  asset!: Asset | null;
}

@ObjectType({ implements: DeletionPayload, description: 'The deleted asset.' })
export class DeleteAssetPayload extends DeletedObjectPayload {}

@ObjectType({ description: 'The two assets of the created or deleted relation.' })
export class AssetRelationPayload {
  @Field(() => Asset, {
    nullable: true,
    description: 'The used asset; null when it is not visible to you.',
  })
  source!: Asset | null;

  @Field(() => Asset, {
    nullable: true,
    description: 'The using asset; null when it is not visible to you.',
  })
  use!: Asset | null;
}

enum LineageDirection {
  uses = 'uses',
  sources = 'sources',
}
registerEnumType(LineageDirection, {
  name: 'LineageDirection',
  description: 'The direction of a lineage.',
  valuesConfig: {
    uses: { description: 'To the assets that use an asset, transitively.' },
    sources: { description: 'To the assets that an asset uses, transitively.' },
  },
});

/** The arguments that bound a lineage. */
@ArgsType()
export class LineageArgs {
  @Field(() => LineageDirection, {
    description: 'Whether to follow the assets that use this one, or those that it uses.',
  })
  direction!: `${LineageDirection}`;

  @Field(() => Int, { defaultValue: 3, description: 'The maximum number of hops, 1 to 20.' })
  depth!: number;

  @Field(() => Int, {
    defaultValue: 100,
    description: 'The maximum number of assets, 1 to 1000, the nearest first.',
  })
  limit!: number;
}

@ObjectType({
  description: 'An asset in a lineage, with the shortest path to it; each occurs once.',
})
export class LineageHop {
  @Field(() => Int, { description: 'The number of hops from the start, at least 1.' })
  depth!: number;

  @Field(() => ID, {
    description: 'The uid of the asset before on the path, which may be the start; the first by uid of several.',
  })
  viaUid!: string;

  @Field(() => relationTypeEnum, { description: 'The type of the relation; the first by name when there are several.' })
  relationType!: RelationType;
}

@ObjectType({
  description: 'The assets that are transitively related to an asset, as far as the whole path is visible to you.',
})
export class Lineage {
  @Field(() => [LineageHop], { description: 'By depth, then uid; without the asset at which the lineage starts.' })
  hops!: LineageHop[];

  @Field(() => Boolean, { description: 'Whether `limit` omitted assets within `depth`.' })
  isTruncated!: boolean;
}
