import { defineEntity, p } from '@mikro-orm/core';

/**
 * Bytes in the storage. Every row that names bytes refers to theirs here by foreign key, and with it takes a lock that
 * keeps them: bytes are removed only under the lock that excludes it.
 */
const schema = defineEntity({
  name: 'StoredContent',
  tableName: 'stored_content',
  properties: {
    /** The storage's key: the SHA-256 of the bytes. */
    key: p.string().length(64).primary(),
    /** Since when nothing has been seen to refer to the bytes; null while something does. */
    unreferencedSince: p.datetime().nullable(),
  },
});
export class StoredContentEntity extends schema.class {}
schema.setClass(StoredContentEntity);
