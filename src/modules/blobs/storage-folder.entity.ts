import { defineEntity, p } from '@mikro-orm/core';

/** One row: the identifier of the folder that contains the blobs. */
const schema = defineEntity({
  name: 'StorageFolder',
  tableName: 'storage_folder',
  properties: {
    uid: p.string().primary(),
    /** The content of the folder's own identifier file. */
    folder: p.string(),
  },
});
export class StorageFolderEntity extends schema.class {}
schema.setClass(StorageFolderEntity);
