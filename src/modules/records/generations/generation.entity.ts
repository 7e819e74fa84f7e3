import { defineEntity, p } from '@mikro-orm/core';
import type { ConfiguredFieldStep } from '#engine/field-steps.ts';
import type { ConfiguredProcessor } from '#engine/pipeline/processor-chain.ts';
import { BlobEntity } from '#blobs/index.ts';
import type { Definers } from '#identity/index.ts';
import type { GeographicExtent } from '../extent/geographic-extent.ts';
import type { RecordField } from '../record-field.ts';
import type { RecordSummary } from '../summary/record-summary.ts';

/** How the records of sources become the records of a dataset. */
export interface TransformConfiguration {
  readonly processors: readonly ConfiguredProcessor[];
  readonly fields: readonly ConfiguredFieldStep[];
  /** The definers, with whose rights resources and processors read data that is not public. */
  readonly definers?: Definers;
}

/**
 * The records that one attempt to publish a dataset wrote: a file of the column engine, and a tail of records that were pushed later. Readers
 * see the current generation of the dataset. It does not refer to its dataset by a foreign key, because it is written while readers see the
 * one before, and dropped later.
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
    /** The fields of the records, in order. */
    fields: p.json<readonly RecordField[]>().defaultRaw(`'[]'`),
    /** The stored file with the first records; null while there is none. */
    file: () => p.manyToOne(BlobEntity).joinColumn('file').nullable().deleteRule('restrict').index(),
    /** The number of records in the file. */
    fileCount: p.bigint('number').defaultRaw('0'),
    /** When the last tail was folded into the file; its records are removed from the tail some time later. */
    foldedAt: p.datetime().nullable(),
    /** The transaction that appended the last records: the tail is another one when the transaction is rolled back. */
    tailVersion: p.bigint('number').defaultRaw('0'),
    /** The number of records in the file and the tail. */
    recordCount: p.bigint('number').defaultRaw('0'),
    /** The extent of the records; null for generations that earlier versions wrote without it. */
    extent: p.json<GeographicExtent>().nullable(),
    /** What the search of the catalog knows of the records in the file; null where an earlier version wrote it. */
    summary: p.json<RecordSummary>().nullable(),
    /** Read by processes of the version before during an upgrade only; a later release removes it. */
    words: p.string().default('absent'),
    /** When readers stopped seeing the generation; it is dropped some time later. */
    replacedAt: p.datetime().nullable(),
    /** How the records were transformed; records pushed later are transformed in the same way. */
    transform: p.json<TransformConfiguration>().defaultRaw(`'{}'`),
  },
});
export class GenerationEntity extends schema.class {}
schema.setClass(GenerationEntity);
