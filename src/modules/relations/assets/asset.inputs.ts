import { ArgsType, Field, ID, InputType } from 'type-graphql';
import type { RelationType } from '../asset-relation.entity.ts';
import { relationTypeEnum } from './asset.type.ts';
import { storedAssetTypeEnum, type StoredAssetType } from './stored-asset-type.ts';

@InputType({ description: 'A map, a chart or an asset at another place that the portal is to show.' })
export class CreateAssetInput {
  @Field(() => storedAssetTypeEnum, { description: 'What it is.' })
  assetType!: StoredAssetType;

  @Field(() => String, { description: 'Its title: 1 to 250 characters on one line.' })
  title!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Where it is, an address of http or https; an external asset has one.',
  })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'The label of its category: 1 to 200 characters on one line.' })
  category?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it shows what can be done; false by default.' })
  isShowcase?: boolean | null;
}

@InputType({ description: 'A change of an asset; what is left out is kept.' })
export class UpdateAssetInput {
  @Field(() => ID, { description: "The asset's uid: that of a dataset or a page too." })
  uid!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Another title: 1 to 250 characters on one line. Datasets and pages have their own.',
  })
  title?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Another address of http or https; null for none, except for an external asset. Datasets and pages have their own.',
  })
  url?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The label of its category: 1 to 200 characters on one line; null for none.',
  })
  category?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it shows what can be done; null for false.' })
  isShowcase?: boolean | null;
}

@InputType({ description: 'A map, a chart or an asset at another place to be deleted.' })
export class DeleteAssetInput {
  @Field(() => ID, { description: "The asset's uid." })
  uid!: string;
}

@InputType({ description: 'That an asset uses another one.' })
export class AssetRelationInput {
  @Field(() => ID, { description: 'The uid of the asset that is used.' })
  sourceUid!: string;

  @Field(() => ID, { description: 'The uid of the asset that uses it.' })
  useUid!: string;

  @Field(() => relationTypeEnum, { description: 'How it does so.' })
  relationType!: RelationType;
}

/** Which related assets. */
@ArgsType()
export class RelatedAssetsArgs {
  @Field(() => [relationTypeEnum], {
    nullable: true,
    description: 'Only assets that are related in one of these ways.',
  })
  relationType?: RelationType[] | null;

  @Field(() => String, { nullable: true, description: 'Only assets of the category with this label.' })
  category?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only assets that show what can be done, or only those that do not.',
  })
  isShowcase?: boolean | null;
}
