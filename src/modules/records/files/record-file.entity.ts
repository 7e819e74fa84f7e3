import { defineEntity, p } from '@mikro-orm/core';
import { BlobEntity } from '../../blobs/index.ts';
import { GenerationEntity } from '../generations/generation.entity.ts';

/** The bytes of a file that records of a generation describe. Only such files are downloaded, whatever a value of a record claims. */
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
