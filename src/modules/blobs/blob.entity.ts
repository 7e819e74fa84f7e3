import { defineEntity, p } from '@mikro-orm/core';

/**
 * The bytes of a file in the storage. Rows that need the bytes refer to the blob by a foreign key. Inserting such a reference locks the row
 * of the blob, and `deleteUnusedBlobs` removes bytes only under a lock that conflicts with it, so that no reference is left without bytes.
 */
const blobSchema = defineEntity({
  name: 'Blob',
  tableName: 'blob',
  properties: {
    /** The storage's key: the SHA-256 of the bytes. */
    key: p.string().length(64).primary(),
    /** When `deleteUnusedBlobs` first found the bytes without a reference; null while there is a reference. */
    unreferencedSince: p.datetime().nullable(),
  },
});
export class BlobEntity extends blobSchema.class {}
blobSchema.setClass(BlobEntity);

/** A table of one row, which identifies the storage of the blobs: a folder or a bucket. */
const storageFolderSchema = defineEntity({
  name: 'StorageFolder',
  tableName: 'storage_folder',
  properties: {
    uid: p.string().primary(),
    /** The identifier that the storage itself has, in `folder.id` or `storage.id`. */
    folder: p.string(),
  },
});
export class StorageFolderEntity extends storageFolderSchema.class {}
storageFolderSchema.setClass(StorageFolderEntity);
