import { defineEntity, p } from '@mikro-orm/core';

/** A table of one row, which identifies the folder that contains the blobs. */
const schema = defineEntity({
  name: 'StorageFolder',
  tableName: 'storage_folder',
  properties: {
    uid: p.string().primary(),
    /** The identifier that the folder's own identifier file contains. */
    folder: p.string(),
  },
});
export class StorageFolderEntity extends schema.class {}
schema.setClass(StorageFolderEntity);
