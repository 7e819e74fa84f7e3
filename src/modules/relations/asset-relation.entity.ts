import { defineEntity, p } from '@mikro-orm/core';
import { AssetEntity } from './assets/asset.entity.ts';

/** The types of relations (docs/contract/objects.md, Relations). */
export const relationTypes = ['federation', 'source', 'join', 'usage'] as const;
/** The type of a relation. */
export type RelationType = (typeof relationTypes)[number];

/** A relation recorded by a user: an asset uses another asset, its source. */
const schema = defineEntity({
  name: 'AssetRelation',
  tableName: 'asset_relation',
  properties: {
    source: () => p.manyToOne(AssetEntity).primary().joinColumn('source_uid').deleteRule('cascade'),
    use: () => p.manyToOne(AssetEntity).primary().joinColumn('use_uid').deleteRule('cascade').index(),
    relationType: p.text().$type<RelationType>().primary(),
  },
});
export class AssetRelationEntity extends schema.class {}
schema.setClass(AssetRelationEntity);
