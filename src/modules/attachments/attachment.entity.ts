import { defineEntity, p } from '@mikro-orm/core';
import { BlobEntity } from '#blobs/index.ts';
import { DatasetEntity } from '#datasets/index.ts';

/** A file offered for download with a dataset. The uid identifies the attachment; several attachments may have the same filename. */
const schema = defineEntity({
  name: 'Attachment',
  tableName: 'attachment',
  properties: {
    uid: p.string().primary(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    filename: p.text(),
    mimetype: p.text().nullable(),
    blob: () => p.manyToOne(BlobEntity).joinColumn('blob_key').index(),
    bytes: p.bigint('number'),
    createdAt: p.datetime(),
  },
  indexes: [{ properties: ['dataset', 'createdAt', 'uid'] }],
});
export class AttachmentEntity extends schema.class {}
schema.setClass(AttachmentEntity);
