import { defineEntity, p } from '@mikro-orm/core';
import type { JsonObject } from '#kernel/json.ts';
import { DatasetEntity } from '#datasets/index.ts';

/**
 * A pushed record in the log of a dataset. The records of a resource remain when the resource is deleted, so that a restored resource
 * has its records again. The log is deleted with its dataset.
 */
const schema = defineEntity({
  name: 'RealtimeRecord',
  tableName: 'realtime_record',
  properties: {
    /** Positions increase in the order of the pushes to a dataset, because each push locks the dataset. */
    position: p.bigint('number').primary().autoincrement(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    resourceUid: p.string(),
    /** The record as the client sent it. The column type `json` preserves the order of the fields. */
    value: p.json<JsonObject>().columnType('json'),
    createdAt: p.datetime(),
  },
  indexes: [{ properties: ['dataset', 'position'] }, { properties: ['resourceUid', 'position'] }],
});
export class RealtimeRecordEntity extends schema.class {}
schema.setClass(RealtimeRecordEntity);
