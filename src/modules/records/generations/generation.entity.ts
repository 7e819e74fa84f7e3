import { defineEntity, p } from '@mikro-orm/core';
import type { ConfiguredFieldStep } from '../../../engine/field-steps/registry.ts';
import type { ConfiguredProcessor } from '../../../engine/pipeline/processor-chain.ts';
import type { Definers } from '../../identity/index.ts';
import type { GeographicExtent } from '../extent/geographic-extent.ts';
import type { RecordField } from '../record-field.ts';

/**
 * The state of the column `_words` of a table. Tables of earlier versions lack the column (`absent`) until a job adds it.
 * While the job fills the column (`filling`), records that are appended already have their words.
 */
export type WordsState = 'absent' | 'filling' | 'complete';

/** How the records of sources become the records of a dataset. */
export interface TransformConfiguration {
  readonly processors: readonly ConfiguredProcessor[];
  readonly fields: readonly ConfiguredFieldStep[];
  /** The definers, with whose rights resources and processors read data that is not public. */
  readonly definers?: Definers;
}

/**
 * The records that one attempt to publish a dataset wrote; its table is `records.g<id>`. Readers see the current generation of the
 * dataset. There are no foreign keys, because a generation is written while readers see the one before, and dropped later.
 */
const schema = defineEntity({
  name: 'Generation',
  tableName: 'generation',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    datasetUid: p.string().index(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The last position of the log of pushed records that the generation includes. */
    logPosition: p.bigint('number').defaultRaw('0'),
    /** The fields of the table, in order. */
    fields: p.json<readonly RecordField[]>().defaultRaw(`'[]'`),
    recordCount: p.bigint('number').defaultRaw('0'),
    /**
     * The number of records, from the first position on, whose identifiers are keyed (`RecordIdentity`). Those behind them are
     * unkeyed, as earlier versions of the service wrote them.
     */
    keyedCount: p.bigint('number').defaultRaw('0'),
    /** The extent of the records; null for generations that earlier versions wrote without it. */
    extent: p.json<GeographicExtent>().nullable(),
    words: p.string().$type<WordsState>().default('absent'),
    /** When readers stopped seeing the generation; its table is dropped some time later. */
    replacedAt: p.datetime().nullable(),
    /** How the records were transformed; records pushed later are transformed in the same way. */
    transform: p.json<TransformConfiguration>().defaultRaw(`'{}'`),
  },
});
export class GenerationEntity extends schema.class {}
schema.setClass(GenerationEntity);
