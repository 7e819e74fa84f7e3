import { defineEntity, p } from '@mikro-orm/core';
import type { JsonObject } from '../../kernel/json.ts';

/**
 * The records of published datasets, which the exploration interface reads: those whose generation is the dataset's.
 * Without foreign keys, because a generation is written while readers still see the one before, and removed afterwards.
 */
const schema = defineEntity({
  name: 'Record',
  tableName: 'record',
  properties: {
    generation: p.bigint('number').primary(),
    position: p.bigint('number').primary(),
    value: p.json<JsonObject>(),
  },
});
export class RecordEntity extends schema.class {}
schema.setClass(RecordEntity);

/** A set of records written by one attempt to publish a dataset. */
const generationSchema = defineEntity({
  name: 'Generation',
  tableName: 'generation',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    datasetUid: p.string().index(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
});
export class GenerationEntity extends generationSchema.class {}
generationSchema.setClass(GenerationEntity);
