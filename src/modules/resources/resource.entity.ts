import { defineEntity, p } from '@mikro-orm/core';
import type { StoredScope } from '#api/session.ts';
import type { JsonObject } from '#kernel/json.ts';
import { DatasetEntity } from '#datasets/index.ts';
import { ConnectionEntity } from '#connections/index.ts';
import { UserEntity } from '#identity/index.ts';
import type { Datasource } from './kinds/datasource-kinds.ts';
import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { BlobEntity } from '#blobs/index.ts';

/** A source of records: a datasource with bytes, and the extractor that reads them. */
const resourceSchema = defineEntity({
  name: 'Resource',
  tableName: 'resource',
  properties: {
    uid: p.string().primary(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    type: p.text(),
    title: p.text(),
    params: p.json<JsonObject>(),
    url: p.text().nullable(),
    datasource: p.json<Datasource>().nullable(),
    /** The connection that the datasource names. */
    connection: () =>
      p
        .manyToOne(ConnectionEntity)
        .joinColumn('connection_uid')
        .nullable()
        .deleteRule('no action')
        .index()
        .generated(`(datasource -> 'connection' ->> 'uid') stored`),
    /** The encrypted secrets; null without secrets. They are separate from the datasource, so that neither responses nor versions contain them. */
    secrets: p.text().nullable(),
    /** The user who saved the datasource; protected data is read with that user's rights. */
    definer: () => p.manyToOne(UserEntity).joinColumn('definer').nullable().deleteRule('set null').index(),
    /** The scopes of the API key with which the definer saved the datasource. */
    definerScopes: p.array().$type<StoredScope[]>().columnType('text[]').defaultRaw(`'{}'`),
    /** The number of times that the cache was cleared. A run that started before the cache was last cleared does not fill the cache. */
    cleanings: p.integer().default(0),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [{ properties: ['dataset', 'createdAt', 'uid'] }],
});
export class ResourceEntity extends resourceSchema.class {}
resourceSchema.setClass(ResourceEntity);

/** Finds a resource of a dataset, for a change. Fails NOT_FOUND when there is none, or it belongs to another dataset. */
export const findResource = async (tx: RequestContext, datasetUid: string, uid: string): Promise<ResourceEntity> =>
  (await tx.em.findOne(ResourceEntity, { uid, dataset: datasetUid })) ?? fail('NOT_FOUND');

/** An uploaded file of a dataset. The uid of a file is its filename, unique in the dataset (docs/contract/rest.md 1, File uid). */
const resourceFileSchema = defineEntity({
  name: 'ResourceFile',
  tableName: 'resource_file',
  properties: {
    dataset: () => p.manyToOne(DatasetEntity).primary().joinColumn('dataset_uid').deleteRule('cascade'),
    uid: p.string().primary(),
    mimetype: p.text().nullable(),
    /** The bytes of the file. */
    blob: () => p.manyToOne(BlobEntity).joinColumn('blob_key').index(),
    bytes: p.bigint('number'),
    createdAt: p.datetime(),
  },
});
export class ResourceFileEntity extends resourceFileSchema.class {}
resourceFileSchema.setClass(ResourceFileEntity);

/** The bytes of a resource's datasource from the last complete read, with their validators. */
const resourceCacheSchema = defineEntity({
  name: 'ResourceCache',
  tableName: 'resource_cache',
  properties: {
    resource: () => p.oneToOne(ResourceEntity).primary().joinColumn('resource_uid').deleteRule('cascade'),
    /** The fingerprint of the datasource's settings at the last complete read. */
    source: p.string().length(64),
    etag: p.text().nullable(),
    lastModified: p.text().nullable(),
    filename: p.text(),
    mimetype: p.text().nullable(),
    /** The cached bytes. */
    blob: () => p.manyToOne(BlobEntity).joinColumn('blob_key').index(),
    bytes: p.bigint('number'),
    readAt: p.datetime(),
  },
});
export class ResourceCacheEntity extends resourceCacheSchema.class {}
resourceCacheSchema.setClass(ResourceCacheEntity);

/**
 * A pushed record in the log of a dataset. The records of a resource remain when the resource is deleted, so that a restored resource
 * has its records again. The log is deleted with its dataset.
 */
const realtimeRecordSchema = defineEntity({
  name: 'RealtimeRecord',
  tableName: 'realtime_record',
  properties: {
    /** Positions increase in the order of the pushes to a dataset, because each push locks the dataset. */
    position: p.bigint('number').primary().autoincrement(),
    dataset: () => p.manyToOne(DatasetEntity).joinColumn('dataset_uid').deleteRule('cascade'),
    resourceUid: p.string(),
    /** The record as the client sent it. The column type `json` preserves the order of the fields. */
    value: p.json<JsonObject>().columnType('json'),
    createdAt: p.datetime(),
  },
  indexes: [{ properties: ['dataset', 'position'] }, { properties: ['resourceUid', 'position'] }],
});
export class RealtimeRecordEntity extends realtimeRecordSchema.class {}
realtimeRecordSchema.setClass(RealtimeRecordEntity);
