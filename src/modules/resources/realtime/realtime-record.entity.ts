import { defineEntity, p } from '@mikro-orm/core';
import type { JsonObject } from '../../../kernel/json.ts';
import { DatasetEntity } from '../../datasets/index.ts';

/**
 * The log of what was pushed. It stays when its resource goes, so that a resource that comes back by a restore has it
 * again, and goes with its dataset.
 */
const schema = defineEntity({
  name: 'RealtimeRecord',
  tableName: 'realtime_record',
  properties: {
    /** Grows within a dataset: whoever pushes locks it. */
    position: p.bigint('number').primary().autoincrement(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    resourceUid: p.string(),
    /** As it was sent: its fields in their order. */
    value: p.json<JsonObject>().columnType('json'),
    createdAt: p.datetime(),
  },
  indexes: [{ properties: ['dataset', 'position'] }, { properties: ['resourceUid', 'position'] }],
});
export class RealtimeRecordEntity extends schema.class {}
schema.setClass(RealtimeRecordEntity);
