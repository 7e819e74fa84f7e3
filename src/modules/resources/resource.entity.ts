import { defineEntity, p } from '@mikro-orm/core';
import type { StoredScope } from '#api/session.ts';
import type { JsonObject } from '#kernel/json.ts';
import { DatasetEntity } from '#datasets/index.ts';
import { ConnectionEntity } from '#connections/index.ts';
import { UserEntity } from '#identity/index.ts';
import type { Datasource } from './datasources/datasource-kinds.ts';

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
