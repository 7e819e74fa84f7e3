import { defineEntity, p } from '@mikro-orm/core';

/** A table of one row, which identifies the storage of the blobs: a folder or a bucket. */
const schema = defineEntity({
  name: 'StorageFolder',
  tableName: 'storage_folder',
  properties: {
    uid: p.string().primary(),
    /** The identifier that the storage itself has, in `folder.id` or `storage.id`. */
    folder: p.string(),
  },
});
export class StorageFolderEntity extends schema.class {}
schema.setClass(StorageFolderEntity);
