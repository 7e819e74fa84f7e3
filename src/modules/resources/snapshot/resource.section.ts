import type { RequestContext } from '#api/context.ts';
import { assignCreationTimes } from '#api/match-parts.ts';
import { section } from '#api/catalog-module.ts';
import { newUid } from '#kernel/ids.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { copyInlineConnections, requireMayUseConnections } from '#connections/index.ts';
import type { CapturedResource, CapturedResources } from './captured-resources.ts';
import { connectionOf } from '../datasources/connected-kinds.ts';
import type { Datasource } from '../datasources/datasource-kinds.ts';
import { planResourcesSection } from './plan-resources.ts';
import { planImpliedMetadata } from '../federation/plan-implied-metadata.ts';
import { requireModeratedForms } from '../datasources/require-moderated-forms.ts';
import { writeFiles, writeResources } from './write-resources.ts';

/** The keys of all blobs of files, in datasets and in their versions. */
export const blobsOfFiles: Sql = sql`
  select blob_key from resource_file
  union all select file ->> 'blobKey' from section_snapshot s, jsonb_array_elements(s.snapshot -> 'files') file where s.section = 'resources'`;

/** The uids of all connections of resources, in datasets and in their versions. */
export const connectionsOfResources: Sql = sql`
  select connection_uid from resource
  union all select resource -> 'datasource' -> 'connection' ->> 'uid' from section_snapshot s, jsonb_array_elements(s.snapshot -> 'resources') resource where s.section = 'resources'`;

/** The uids of the connections of resources. */
const connectionsIn = (resources: readonly CapturedResource[]): string[] =>
  resources.flatMap(({ datasource }) => connectionOf(datasource) ?? []);

/** Copies resources to another dataset, with new uids and with copies of their inline connections. */
async function copyResources(
  tx: RequestContext,
  datasetUid: string,
  resources: readonly CapturedResource[],
): Promise<CapturedResource[]> {
  const copiedConnections = await copyInlineConnections(tx, connectionsIn(resources), datasetUid);
  return assignCreationTimes(
    resources.map(({ datasource, ...resource }) => ({
      ...resource,
      uid: newUid('resource'),
      datasource: datasource && withConnection(datasource, copiedConnections.get(connectionOf(datasource) ?? '')),
    })),
  );
}

/** The datasource with another connection, if one is given. */
const withConnection = (datasource: Datasource, uid: string | undefined): Datasource =>
  uid === undefined ? datasource : Object.assign({}, datasource, { connection: { uid } });

/** The resources of a dataset and its files. */
export const resourcesSection = section<CapturedResources>({
  name: 'resources',
  isComparedByMember: true,
  capture: (dataset) => sql`jsonb_build_object(
    'resources', (select coalesce(jsonb_agg(jsonb_build_object(
      'uid', r.uid, 'type', r.type, 'title', r.title, 'params', r.params, 'url', r.url, 'datasource', r.datasource,
      'createdAt', r.created_at, 'updatedAt', r.updated_at) order by r.created_at, r.uid), '[]'::jsonb)
      from resource r where r.dataset_uid = ${dataset}.uid),
    'files', (select coalesce(jsonb_agg(jsonb_build_object(
      'uid', f.uid, 'mimetype', f.mimetype, 'blobKey', f.blob_key, 'bytes', f.bytes, 'createdAt', f.created_at)
      order by f.created_at, f.uid), '[]'::jsonb)
      from resource_file f where f.dataset_uid = ${dataset}.uid))`,
  async write(tx, datasetUid, { resources, files }) {
    await writeFiles(tx, datasetUid, files);
    await writeResources(tx, datasetUid, resources);
  },
  async authorize(tx, datasetUid, { resources }) {
    await requireMayUseConnections(tx, connectionsIn(resources), datasetUid);
    await requireModeratedForms(tx, datasetUid, resources);
  },
  copy: async ({ resources, files }, tx, datasetUid) => ({
    files,
    resources: await copyResources(tx, datasetUid, resources),
  }),
  planChange: planResourcesSection,
  planImpliedChanges: planImpliedMetadata,
});
