import { defineEntity, p } from '@mikro-orm/core';
import type { JsonObject } from '../../kernel/json.ts';
import { DatasetEntity } from '../datasets/index.ts';

/** A transformation of all rows of a dataset; `position` is its place in the stack. */
const schema = defineEntity({
  name: 'Processor',
  tableName: 'processor',
  properties: {
    uid: p.string().primary(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    position: p.integer(),
    type: p.text(),
    label: p.text().default(''),
    params: p.json<JsonObject>(),
  },
  indexes: [{ properties: ['dataset', 'position'] }],
});
export class ProcessorEntity extends schema.class {}
schema.setClass(ProcessorEntity);
