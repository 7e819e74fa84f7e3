import { defineEntity, p } from '@mikro-orm/core';

/**
 * Bytes in the storage. Every row that names bytes refers to theirs here by a foreign key, whose lock keeps them: bytes are
 * removed only under a lock that excludes it.
 */
const schema = defineEntity({
  name: 'Blob',
  tableName: 'blob',
  properties: {
    /** The storage's key: the SHA-256 of the bytes. */
    key: p.string().length(64).primary(),
    /** When the bytes were first found without a reference; null while there is one. */
    unreferencedSince: p.datetime().nullable(),
  },
});
export class BlobEntity extends schema.class {}
schema.setClass(BlobEntity);
