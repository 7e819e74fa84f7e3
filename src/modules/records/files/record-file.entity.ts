import { defineEntity, p } from '@mikro-orm/core';
import { BlobEntity } from '#blobs/index.ts';
import { GenerationEntity } from '../generations/generation.entity.ts';

/**
 * The bytes of a file that records of a generation describe. Only these files can be downloaded, even when a value of a
 * record names another file.
 */
const schema = defineEntity({
  name: 'RecordFile',
  tableName: 'record_file',
  properties: {
    generation: () => p.manyToOne(GenerationEntity).primary().joinColumn('generation').deleteRule('cascade'),
    blob: () => p.manyToOne(BlobEntity).primary().joinColumn('blob_key').deleteRule('restrict').index(),
  },
});
export class RecordFileEntity extends schema.class {}
schema.setClass(RecordFileEntity);
