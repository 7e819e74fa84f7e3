import { defineEntity, p } from '@mikro-orm/core';
import { StoredContentEntity } from '../../contents/index.ts';
import { ResourceEntity } from '../resource.entity.ts';

/** What a resource's source held when it was last read to its end, and what that is known by. */
const schema = defineEntity({
  name: 'ResourceCache',
  tableName: 'resource_cache',
  properties: {
    resource: () => p.oneToOne(ResourceEntity).primary().joinColumn('resource_uid').deleteRule('cascade'),
    /** The fingerprint of the source as it was configured then. */
    source: p.string().length(64),
    etag: p.text().nullable(),
    lastModified: p.text().nullable(),
    filename: p.text(),
    mimetype: p.text().nullable(),
    /** Its bytes. */
    content: () => p.manyToOne(StoredContentEntity).joinColumn('content').index(),
    bytes: p.bigint('number'),
    readAt: p.datetime(),
  },
});
export class ResourceCacheEntity extends schema.class {}
schema.setClass(ResourceCacheEntity);
