import type { RequestContext } from '../../api/context.ts';
import { inCreationOrder } from '../../api/sections/in-creation-order.ts';
import { section } from '../../api/catalog-module.ts';
import { newUid } from '../../kernel/ids.ts';
import { sql, type Sql } from '../../kernel/sql.ts';
import { copyInline, requireReuse } from '../connections/index.ts';
import type { CapturedResource, CapturedResources } from './snapshot/captured-resources.ts';
import { connectionOf } from './datasources/connected.ts';
import type { Datasource } from './datasources/datasource-kinds.ts';
import { desiredResources } from './apply/plan-resources.ts';
import { impliedMetadata } from './federation/implied-metadata.ts';
import { requireModeratedForms } from './datasources/require-moderated-forms.ts';
import { writeFiles, writeResources } from './snapshot/write-resources.ts';

/** The keys of all bytes that files refer to, of datasets and of their versions. */
export const blobsOfFiles: Sql = sql`
  select content from resource_file
  union all select file ->> 'content' from section_snapshot s, jsonb_array_elements(s.content -> 'files') file where s.section = 'resources'`;

/** The uids of all connections that resources refer to, of datasets and of their versions. */
export const connectionsOfResources: Sql = sql`
  select connection_uid from resource
  union all select resource -> 'datasource' -> 'connection' ->> 'uid' from section_snapshot s, jsonb_array_elements(s.content -> 'resources') resource where s.section = 'resources'`;

const connectionsIn = (resources: readonly CapturedResource[]): string[] =>
  resources.flatMap(({ datasource }) => connectionOf(datasource) ?? []);

/** The resources as another dataset takes them: inline connections become its own. */
async function copyResources(
  tx: RequestContext,
  datasetUid: string,
  resources: readonly CapturedResource[],
): Promise<CapturedResource[]> {
  const inline = await copyInline(tx, connectionsIn(resources), datasetUid);
  return inCreationOrder(
    resources.map(({ datasource, ...resource }) => ({
      ...resource,
      uid: newUid('resource'),
      datasource: datasource && throughConnection(datasource, inline.get(connectionOf(datasource) ?? '')),
    })),
  );
}

/** A datasource with another connection, where there is one. */
const throughConnection = (datasource: Datasource, uid: string | undefined): Datasource =>
  uid === undefined ? datasource : Object.assign({}, datasource, { connection: { uid } });

/** The resources of a dataset and its files. */
export const resourcesSection = section<CapturedResources>({
  name: 'resources',
  isComposed: true,
  capture: (dataset) => sql`jsonb_build_object(
    'resources', (select coalesce(jsonb_agg(jsonb_build_object(
      'uid', r.uid, 'type', r.type, 'title', r.title, 'params', r.params, 'url', r.url, 'datasource', r.datasource,
      'createdAt', r.created_at, 'updatedAt', r.updated_at) order by r.created_at, r.uid), '[]'::jsonb)
      from resource r where r.dataset_uid = ${dataset}.uid),
    'files', (select coalesce(jsonb_agg(jsonb_build_object(
      'uid', f.uid, 'mimetype', f.mimetype, 'content', f.content, 'bytes', f.bytes, 'createdAt', f.created_at)
      order by f.created_at, f.uid), '[]'::jsonb)
      from resource_file f where f.dataset_uid = ${dataset}.uid))`,
  async write(tx, datasetUid, { resources, files }) {
    await writeFiles(tx, datasetUid, files);
    await writeResources(tx, datasetUid, resources);
  },
  async authorize(tx, datasetUid, { resources }) {
    await requireReuse(tx, connectionsIn(resources), datasetUid);
    await requireModeratedForms(tx, datasetUid, resources);
  },
  copy: async ({ resources, files }, tx, datasetUid) => ({
    files,
    resources: await copyResources(tx, datasetUid, resources),
  }),
  planChange: desiredResources,
  planImpliedChanges: impliedMetadata,
});
