import { defineEntity, p } from '@mikro-orm/core';
import { type Sql, sql } from '#kernel/sql.ts';
import { DatasetEntity } from '#datasets/index.ts';
import type { RequestContext } from '#api/context.ts';
import type { RunConfiguration, RunKind } from './publication-run.entity.ts';

/** The parts of a run that make the records; the metadata are in the dataset, because they are published alone as well. */
type RecordsConfiguration = Pick<RunConfiguration, 'resources' | 'processors' | 'fields'>;

/**
 * What the published records of a dataset were made with: the configuration that the run captured at its request. The draft and its versions
 * may be ahead of it. A dataset that was published before the table existed has no row until its next publication.
 */
const publishedConfigurationSchema = defineEntity({
  name: 'PublishedConfiguration',
  tableName: 'published_configuration',
  properties: {
    dataset: () => p.oneToOne(DatasetEntity).primary().joinColumn('dataset_uid').deleteRule('cascade'),
    configuration: p.json<RecordsConfiguration>(),
  },
});
export class PublishedConfigurationEntity extends publishedConfigurationSchema.class {}
publishedConfigurationSchema.setClass(PublishedConfigurationEntity);

/** The uids of all connections that published configurations refer to. */
export const connectionsOfPublished: Sql = sql`
  select resource -> 'datasource' -> 'connection' ->> 'uid'
  from published_configuration c, jsonb_array_elements(c.configuration -> 'resources' -> 'resources') resource`;

/** The keys of all blobs that published configurations refer to. */
export const blobsOfPublished: Sql = sql`
  select file ->> 'blobKey'
  from published_configuration c, jsonb_array_elements(c.configuration -> 'resources' -> 'files') file`;

/** Keeps what a run has published, in the transaction that ends it: its row is still there. */
export const recordConfiguration: Readonly<
  Record<RunKind, (ctx: Pick<RequestContext, 'db'>, datasetUid: string) => Promise<unknown> | undefined>
> = {
  publish: ({ db }, datasetUid) =>
    db.rows(sql`
      insert into published_configuration (dataset_uid, configuration)
      select r.dataset_uid, jsonb_build_object('resources', r.configuration -> 'resources',
        'processors', r.configuration -> 'processors', 'fields', r.configuration -> 'fields')
      from publication_run r where r.dataset_uid = ${datasetUid}
      on conflict (dataset_uid) do update set configuration = excluded.configuration`),
  publish_metadata: () => undefined,
  unpublish: ({ db }, datasetUid) =>
    db.rows(sql`delete from published_configuration where dataset_uid = ${datasetUid}`),
};
