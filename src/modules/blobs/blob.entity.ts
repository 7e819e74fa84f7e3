import { defineEntity, p } from '@mikro-orm/core';

/**
 * The bytes of a file in the storage. Rows that need them refer to this row by a foreign key. Inserting such a row locks this one, and
 * bytes are removed only under a lock that excludes that, so that no reference is left without its bytes.
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
