import { Field, ID, InputType, Int } from 'type-graphql';
import { expectedRevision } from '#api/types/change.inputs.ts';
import type { RelationType } from './asset.entity.ts';
import { relationTypeEnum } from './asset.type.ts';
import { type StoredAssetType, storedAssetTypeEnum } from './asset.rules.ts';

@InputType({ description: 'The map, chart or external asset to add to the portal.' })
export class CreateAssetInput {
  @Field(() => storedAssetTypeEnum, { description: 'The type.' })
  assetType!: StoredAssetType;

  @Field(() => String, { description: 'The title: 1 to 250 characters on one line.' })
  title!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The http or https URL; required for an external asset.',
  })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'The label of the category: 1 to 200 characters on one line.' })
  category?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    defaultValue: false,
    description: 'Whether the asset is a showcase of the data.',
  })
  isShowcase?: boolean | null;
}

@InputType({ description: 'A change of an asset; an omitted field keeps its value.' })
export class UpdateAssetInput {
  @Field(() => ID, {
    description: 'The uid; of a dataset or a page also that of its asset.',
  })
  uid!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The new title: 1 to 250 characters on one line. Datasets and pages have their own title.',
  })
  title?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The new http or https URL; null removes it, except of an external asset. Datasets and pages have their own URL.',
  })
  url?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The label of the category: 1 to 200 characters on one line; null for none.',
  })
  category?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the asset is a showcase of the data; null for false.' })
  isShowcase?: boolean | null;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'The map, chart or external asset to delete.' })
export class DeleteAssetInput {
  @Field(() => ID, { description: "The asset's uid." })
  uid!: string;
}

@InputType({ description: 'A relation: one asset uses another.' })
export class AssetRelationInput {
  @Field(() => ID, { description: 'The uid of the used asset.' })
  sourceUid!: string;

  @Field(() => ID, { description: 'The uid of the using asset.' })
  useUid!: string;

  @Field(() => relationTypeEnum, { description: 'The type of the relation.' })
  relationType!: RelationType;
}
