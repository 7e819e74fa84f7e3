import { defineEntity, p } from '@mikro-orm/core';
import { BlobEntity } from '#blobs/index.ts';
import { ConnectionEntity } from '#connections/index.ts';
import { UserEntity } from '#identity/index.ts';

/** What can be restored after its deletion. */
export type DeletedKind = 'dataset' | 'form';

/** A deleted dataset or form that can be restored until it expires. */
const deletionSchema = defineEntity({
  name: 'Deletion',
  tableName: 'deletion',
  properties: {
    /** The uid of the dataset. A form has a new uid for each deletion, because its slug can be used again. */
    uid: p.string().primary(),
    kind: p.text().$type<DeletedKind>(),
    /** The identifier of the dataset, or the slug of the form. */
    name: p.text(),
    title: p.text(),
    deletedAt: p.datetime(),
    deletedBy: () => p.manyToOne(UserEntity).joinColumn('deleted_by').nullable().deleteRule('set null').index(),
    expiresAt: p.datetime().index(),
    /** Whether a job removes the rows. The deletion is then neither listed nor restored. */
    isPurged: p.boolean().default(false),
  },
  indexes: [{ properties: ['kind', 'deletedAt', 'uid'] }],
});
export class DeletionEntity extends deletionSchema.class {}
deletionSchema.setClass(DeletionEntity);

/** A row as it was before the deletion: each stored column by its name, as PostgreSQL writes the value as text. */
const rowSchema = defineEntity({
  name: 'DeletedRow',
  tableName: 'deleted_row',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    deletion: () => p.manyToOne(DeletionEntity).joinColumn('deletion_uid').deleteRule('cascade'),
    tableName: p.text(),
    values: p.json<Readonly<Record<string, string | null>>>(),
  },
  indexes: [{ properties: ['deletion', 'tableName'] }],
});
export class DeletedRowEntity extends rowSchema.class {}
rowSchema.setClass(DeletedRowEntity);

/** The bytes that deleted rows refer to. They are kept as long as the rows are. */
const blobSchema = defineEntity({
  name: 'DeletedBlob',
  tableName: 'deleted_blob',
  properties: {
    deletion: () => p.manyToOne(DeletionEntity).primary().joinColumn('deletion_uid').deleteRule('cascade'),
    blob: () => p.manyToOne(BlobEntity).primary().joinColumn('blob_key').deleteRule('restrict').index(),
  },
});
export class DeletedBlobEntity extends blobSchema.class {}
blobSchema.setClass(DeletedBlobEntity);

/** The connections that deleted rows refer to. They are kept as long as the rows are. */
const connectionSchema = defineEntity({
  name: 'DeletedConnection',
  tableName: 'deleted_connection',
  properties: {
    deletion: () => p.manyToOne(DeletionEntity).primary().joinColumn('deletion_uid').deleteRule('cascade'),
    connection: () =>
      p.manyToOne(ConnectionEntity).primary().joinColumn('connection_uid').deleteRule('restrict').index(),
  },
});
export class DeletedConnectionEntity extends connectionSchema.class {}
connectionSchema.setClass(DeletedConnectionEntity);
