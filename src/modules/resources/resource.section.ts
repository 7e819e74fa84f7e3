import type { RequestContext } from '#api/context.ts';
import { assignCreationTimes } from '#api/match-parts.ts';
import { section } from '#api/catalog-module.ts';
import { newUid } from '#kernel/ids.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { copyInlineConnections, encryptSecrets, requireMayUseConnections } from '#connections/index.ts';
import type { CapturedFile, CapturedResource, CapturedResources } from './captured-resources.ts';
import { connectionUidOf, type Datasource } from './kinds/datasource-kinds.ts';
import { planImpliedMetadata, planResourcesSection } from './plan-resources.ts';
import { storedScopes } from '#api/session.ts';
import { isRealtime, realtime } from '#engine/extractors/services.ts';
import { pushSecrets, resourceSecretRecord } from './resource-secrets.ts';
import { isDeepStrictEqual } from 'node:util';
import { requireModerator } from '#submissions/index.ts';

/** The keys of all blobs of files, in datasets and in their versions. */
export const blobsOfFiles: Sql = sql`
  select blob_key from resource_file
  union all
  select file ->> 'blobKey'
  from section_snapshot s, jsonb_array_elements(s.snapshot -> 'files') file
  where s.section = 'resources'`;

/** The uids of all connections of resources, in datasets and in their versions. */
export const connectionsOfResources: Sql = sql`
  select connection_uid from resource
  union all
  select resource -> 'datasource' -> 'connection' ->> 'uid'
  from section_snapshot s, jsonb_array_elements(s.snapshot -> 'resources') resource
  where s.section = 'resources'`;

/** The uids of the connections of resources. */
const connectionsIn = (resources: readonly CapturedResource[]): string[] =>
  resources.flatMap(({ datasource }) => connectionUidOf(datasource) ?? []);

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
      datasource: datasource && withConnection(datasource, copiedConnections.get(connectionUidOf(datasource) ?? '')),
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

/**
 * Replaces the resources of a locked dataset. An existing resource keeps its secrets, unless it becomes a realtime resource or is no
 * longer one. It keeps its definer if the datasource stays the same; otherwise the caller becomes the definer. A new realtime resource
 * gets a push key.
 */
async function writeResources(
  { db, app, session }: RequestContext,
  datasetUid: string,
  resources: readonly CapturedResource[],
): Promise<void> {
  await db.rows(
    sql`delete from resource where dataset_uid = ${datasetUid} and uid <> all(${resources.map(({ uid }) => uid)}::text[])`,
  );
  const given = resources.map((resource) => ({
    ...resource,
    secrets: isRealtime(resource)
      ? encryptSecrets(app.secrets, pushSecrets(), resourceSecretRecord(resource.uid))
      : null,
  }));
  await db.rows(sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as each(
      uid text, type text, title text, params jsonb, url text, datasource jsonb, secrets text, "createdAt" timestamptz,
        "updatedAt" timestamptz)),
    kept as (update resource r set type = given.type, title = given.title, params = given.params, url = given.url,
      datasource = given.datasource, secrets = case
        when (given.type = ${realtime.type}) = (r.type = ${realtime.type}) then coalesce(r.secrets, given.secrets)
        else given.secrets end,
      definer = case
        when r.datasource is not distinct from given.datasource then r.definer
        else ${session.username ?? null}::text end,
      definer_scopes = case
        when r.datasource is not distinct from given.datasource then r.definer_scopes
        else ${storedScopes(session)}::text[] end,
      created_at = given."createdAt", updated_at = given."updatedAt"
      from given where r.dataset_uid = ${datasetUid} and r.uid = given.uid returning r.uid)
    insert into resource (uid, dataset_uid, type, title, params, url, datasource, secrets, definer, definer_scopes,
      created_at, updated_at)
    select uid, ${datasetUid}, type, title, params, url, datasource, secrets, ${session.username ?? null}::text,
      ${storedScopes(session)}::text[], "createdAt", "updatedAt"
    from given where uid not in (select uid from kept)`);
}

/** Replaces the files of a locked dataset; their bytes are already stored. */
async function writeFiles({ db }: RequestContext, datasetUid: string, files: readonly CapturedFile[]): Promise<void> {
  await db.rows(
    sql`delete from resource_file where dataset_uid = ${datasetUid} and uid <> all(${files.map(({ uid }) => uid)}::text[])`,
  );
  await db.rows(sql`
    insert into resource_file (dataset_uid, uid, mimetype, blob_key, bytes, created_at)
    select ${datasetUid}, uid, mimetype, "blobKey", bytes, "createdAt"
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as each(uid text, mimetype text, "blobKey" text,
      bytes bigint, "createdAt" timestamptz)
    on conflict (dataset_uid, uid)
    do update set mimetype = excluded.mimetype, blob_key = excluded.blob_key, bytes = excluded.bytes,
      created_at = excluded.created_at`);
}

/** A resource in a snapshot. */
interface DesiredResource {
  readonly uid: string;
  readonly datasource: Datasource | null;
}

/** Fails PERMISSION_DENIED when a resource would read a form that the dataset does not read already, and the caller may not moderate forms. */
async function requireModeratedForms(
  { db, session }: RequestContext,
  datasetUid: string,
  resources: readonly DesiredResource[],
): Promise<void> {
  const formResources = resources.filter(({ datasource }) => datasource?.type === 'ods_form');
  if (formResources.length === 0) return;
  const current = await db.rows<DesiredResource>(
    sql`select uid, datasource from resource where dataset_uid = ${datasetUid}`,
  );
  const isKept = ({ uid, datasource }: DesiredResource) =>
    current.some((old) => old.uid === uid && isDeepStrictEqual(old.datasource, datasource));
  if (!formResources.every(isKept)) requireModerator(session);
}
