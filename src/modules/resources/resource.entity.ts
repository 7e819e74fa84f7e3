import { defineEntity, p } from '@mikro-orm/core';
import type { Permission } from '../../api/permissions.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { DatasetEntity } from '../datasets/index.ts';
import { ConnectionEntity } from '../connections/index.ts';
import { UserEntity } from '../identity/index.ts';
import type { Datasource } from './datasources/datasource-kinds.ts';

/** Where records of a dataset come from: a source of bytes, and the extractor that reads them. */
const schema = defineEntity({
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
    /** Sealed, and kept apart from the datasource, so that neither answers nor versions hold them; null where there are none. */
    secrets: p.text().nullable(),
    /** Who saved the datasource: what not everybody sees is read with their rights. */
    definer: () => p.manyToOne(UserEntity).joinColumn('definer').nullable().deleteRule('set null').index(),
    /** What the key allowed that it was saved with. */
    definerScopes: p.array().$type<Permission[]>().columnType('text[]').defaultRaw(`'{}'`),
    /** How often what is kept of its source was cleaned: what a run read that began before is not kept. */
    cleanings: p.integer().default(0),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
  indexes: [{ properties: ['dataset', 'createdAt', 'uid'] }],
});
export class ResourceEntity extends schema.class {}
schema.setClass(ResourceEntity);
