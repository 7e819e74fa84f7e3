import { defineEntity, p } from '@mikro-orm/core';
import { BlobEntity } from '#blobs/index.ts';
import { DatasetEntity } from '#datasets/index.ts';

/** A file, or an address elsewhere, that offers the data of a dataset in another form than the exports of its records. */
const schema = defineEntity({
  name: 'AlternativeExport',
  tableName: 'alternative_export',
  properties: {
    uid: p.string().primary(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    title: p.text(),
    description: p.text(),
    /** The address elsewhere; null for a file, which has the four columns below. */
    url: p.text().nullable(),
    filename: p.text().nullable(),
    mimetype: p.text().nullable(),
    blob: () => p.manyToOne(BlobEntity).joinColumn('blob_key').nullable().deleteRule('restrict').index(),
    bytes: p.bigint('number').nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [{ properties: ['dataset', 'createdAt', 'uid'] }],
  checks: [
    {
      name: 'alternative_export_is_file_or_url',
      expression: '(url is null) = (blob_key is not null and filename is not null and bytes is not null)',
    },
  ],
});
export class AlternativeExportEntity extends schema.class {}
schema.setClass(AlternativeExportEntity);
