import { defineEntity, p } from '@mikro-orm/core';
import type { ConfiguredFieldStep } from '../../../engine/field-steps/registry.ts';
import type { ConfiguredProcessor } from '../../../engine/pipeline/processor-chain.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Definers } from '../../identity/index.ts';

/** How the records of sources become the records of a dataset. */
export interface TransformConfiguration {
  readonly processors: readonly ConfiguredProcessor[];
  readonly fields: readonly ConfiguredFieldStep[];
  /** With whose rights resources and processors read data that is not public. */
  readonly definers?: Definers;
}

/**
 * The records of datasets; readers see those of the dataset's current generation. There are no foreign keys, because a
 * generation is written while readers see the one before, and removed later.
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

/** The records that one attempt to publish a dataset wrote. */
const generationSchema = defineEntity({
  name: 'Generation',
  tableName: 'generation',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    datasetUid: p.string().index(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The last position of the log of pushed records that it includes. */
    logPosition: p.bigint('number').defaultRaw('0'),
    /** How its records were made; records pushed later are made in the same way. */
    transform: p.json<TransformConfiguration>().defaultRaw(`'{}'`),
  },
});
export class GenerationEntity extends generationSchema.class {}
generationSchema.setClass(GenerationEntity);
