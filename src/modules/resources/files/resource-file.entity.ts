import { defineEntity, p } from '@mikro-orm/core';
import { BlobEntity } from '#blobs/index.ts';
import { DatasetEntity } from '#datasets/index.ts';

/** An uploaded file of a dataset. The uid of a file is its filename, unique in the dataset (docs/contract/rest.md 1, File uid). */
const schema = defineEntity({
  name: 'ResourceFile',
  tableName: 'resource_file',
  properties: {
    dataset: () => p.manyToOne(DatasetEntity).primary().joinColumn('dataset_uid').deleteRule('cascade'),
    uid: p.string().primary(),
    mimetype: p.text().nullable(),
    /** The bytes of the file. */
    blob: () => p.manyToOne(BlobEntity).joinColumn('blob_key').index(),
    bytes: p.bigint('number'),
    createdAt: p.datetime(),
  },
});
export class ResourceFileEntity extends schema.class {}
schema.setClass(ResourceFileEntity);
