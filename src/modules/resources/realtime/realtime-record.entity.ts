import { defineEntity, p } from '@mikro-orm/core';
import type { JsonObject } from '../../../kernel/json.ts';
import { DatasetEntity } from '../../datasets/index.ts';

/**
 * The log of pushed records. It outlives its resource, so that a restored resource has its records again. It is deleted with its
 * dataset.
 */
const schema = defineEntity({
  name: 'RealtimeRecord',
  tableName: 'realtime_record',
  properties: {
    /** Increases within a dataset: each push locks the dataset. */
    position: p.bigint('number').primary().autoincrement(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    resourceUid: p.string(),
    /** As the client sent it; `json` preserves the order of the fields. */
    value: p.json<JsonObject>().columnType('json'),
    createdAt: p.datetime(),
  },
  indexes: [{ properties: ['dataset', 'position'] }, { properties: ['resourceUid', 'position'] }],
});
export class RealtimeRecordEntity extends schema.class {}
schema.setClass(RealtimeRecordEntity);
