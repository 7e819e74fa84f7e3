import { defineEntity, p } from '@mikro-orm/core';
import type { JsonObject } from '../../kernel/json.ts';
import type { Treatment } from './publication-order.entity.ts';

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
    /** Up to where it has the log of pushed records. */
    logPosition: p.bigint('number').defaultRaw('0'),
    /** How its records were made of rows; those that are pushed later are made so too. */
    treatment: p.json<Treatment>().defaultRaw(`'{}'`),
  },
});
export class GenerationEntity extends generationSchema.class {}
generationSchema.setClass(GenerationEntity);
