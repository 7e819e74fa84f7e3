import { defineEntity, p } from '@mikro-orm/core';

/** One row: what the folder is known by in which the bytes are. */
const schema = defineEntity({
  name: 'StorageFolder',
  tableName: 'storage_folder',
  properties: {
    uid: p.string().primary(),
    /** What stands in the folder's own file. */
    folder: p.string(),
  },
});
export class StorageFolderEntity extends schema.class {}
schema.setClass(StorageFolderEntity);
