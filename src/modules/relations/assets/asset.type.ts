import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { partIdDescription } from '../../../api/node/node.type.ts';
import { ConnectionOf } from '../../../api/reading/connection.type.ts';
import { relationTypes, type RelationType } from '../asset-relation.entity.ts';
import { assetTypes, type AssetType } from './asset.entity.ts';

/** The kinds of assets, as the graph's enum. */
const assetTypeEnum = Object.fromEntries(assetTypes.map((type) => [type, type]));
registerEnumType(assetTypeEnum, {
  name: 'AssetType',
  description: 'What an asset is.',
  valuesConfig: {
    dataset: { description: 'A published dataset of the catalog.' },
    studio_page: { description: 'A published studio page.' },
    code_editor_page: { description: 'A published code editor page.' },
    map: { description: 'A map.' },
    chart: { description: 'A chart.' },
    external_asset: { description: 'Something at another place.' },
  },
});

/** How assets are related, as the graph's enum. */
export const relationTypeEnum = Object.fromEntries(relationTypes.map((type) => [type, type]));
registerEnumType(relationTypeEnum, {
  name: 'RelationType',
  description: 'How an asset uses another one, its source.',
  valuesConfig: {
    federation: { description: 'It is federated from it.' },
    source: { description: 'It is made of it.' },
    join: { description: 'It joins it.' },
    usage: { description: 'It shows it.' },
  },
});

@ObjectType({
  description:
    'Something that the portal shows and that may use other such things: a dataset, a page, a map, a chart, or an asset at another place.',
})
export class Asset {
  @Field(() => ID, { description: partIdDescription })
  id!: string;

  @Field(() => ID, {
    description: 'Identifies the asset for life; the uid of the dataset or the page, where it is one.',
  })
  uid!: string;

  @Field(() => String, { description: 'Its title; the identifier of a dataset without one.' })
  title!: string;

  @Field(() => assetTypeEnum, { description: 'What it is.' })
  assetType!: AssetType;

  @Field(() => String, { nullable: true, description: 'Where it is; null for datasets and pages.' })
  url!: string | null;

  @Field(() => String, { nullable: true, description: 'The label of its category.' })
  category!: string | null;

  @Field(() => Boolean, { description: 'Whether it shows what can be done.' })
  isShowcase!: boolean;
}

@ObjectType({ description: 'A page of a list of assets.' })
export class AssetConnection extends ConnectionOf(Asset, 'Asset') {}

@ObjectType({ description: 'An asset that is related to the one which leads here, and how.' })
export class AssetRelation {
  @Field(() => relationTypeEnum, { description: 'How the asset that uses the other one does so.' })
  relationType!: RelationType;
}

@ObjectType({ description: 'A page of a list of related assets.' })
export class AssetRelationConnection extends ConnectionOf(AssetRelation, 'AssetRelation') {}

@ObjectType({ description: 'An asset after a change.' })
export class AssetPayload {
  @Field(() => Asset, { nullable: true, description: 'The asset; null while the portal does not show it to you.' })
  asset!: Asset | null;
}

@ObjectType({ description: 'An asset that is gone.' })
export class DeleteAssetPayload {
  @Field(() => ID, { description: 'The global `id` that it had, by which a cache drops it.' })
  id!: string;

  @Field(() => ID, { description: 'The uid that it had.' })
  uid!: string;
}

@ObjectType({ description: 'Two assets whose relation was made or taken away.' })
export class AssetRelationPayload {
  @Field(() => Asset, {
    nullable: true,
    description: 'The one that is used; null while the portal does not show it to you.',
  })
  source!: Asset | null;

  @Field(() => Asset, {
    nullable: true,
    description: 'The one that uses it; null while the portal does not show it to you.',
  })
  use!: Asset | null;
}
