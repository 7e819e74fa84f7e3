import { defineEntity, p } from '@mikro-orm/core';
import { BlobEntity } from '#blobs/index.ts';
import { ResourceEntity } from '../resource.entity.ts';

/** The bytes of a resource's datasource from the last complete read, with their validators. */
const schema = defineEntity({
  name: 'ResourceCache',
  tableName: 'resource_cache',
  properties: {
    resource: () => p.oneToOne(ResourceEntity).primary().joinColumn('resource_uid').deleteRule('cascade'),
    /** The fingerprint of the datasource's settings at the last complete read. */
    source: p.string().length(64),
    etag: p.text().nullable(),
    lastModified: p.text().nullable(),
    filename: p.text(),
    mimetype: p.text().nullable(),
    /** The cached bytes. */
    blob: () => p.manyToOne(BlobEntity).joinColumn('blob_key').index(),
    bytes: p.bigint('number'),
    readAt: p.datetime(),
  },
});
export class ResourceCacheEntity extends schema.class {}
schema.setClass(ResourceCacheEntity);
