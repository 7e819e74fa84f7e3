import type { RequestContext } from '#api/context.ts';
import { storedScopes } from '#api/session.ts';
import { isRealtime, realtime } from '#engine/extractors/services/realtime.ts';
import { sql } from '#kernel/sql.ts';
import { encryptSecrets } from '#connections/index.ts';
import { pushSecrets } from '../realtime/push-key.ts';
import type { CapturedFile, CapturedResource } from './captured-resources.ts';
import { resourceSecretRecord } from '../reading/resource-secrets.ts';

/**
 * Replaces the resources of a locked dataset. An existing resource keeps its secrets, unless it becomes a realtime resource or is no
 * longer one. It keeps its definer if the datasource stays the same; otherwise the caller becomes the definer. A new realtime resource
 * gets a push key.
 */
export async function writeResources(
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
      uid text, type text, title text, params jsonb, url text, datasource jsonb, secrets text, "createdAt" timestamptz, "updatedAt" timestamptz)),
    kept as (update resource r set type = given.type, title = given.title, params = given.params, url = given.url,
      datasource = given.datasource, secrets = case when (given.type = ${realtime.type}) = (r.type = ${realtime.type}) then coalesce(r.secrets, given.secrets) else given.secrets end,
      definer = case when r.datasource is not distinct from given.datasource then r.definer else ${session.username ?? null}::text end,
      definer_scopes = case when r.datasource is not distinct from given.datasource then r.definer_scopes else ${storedScopes(session)}::text[] end,
      created_at = given."createdAt", updated_at = given."updatedAt"
      from given where r.dataset_uid = ${datasetUid} and r.uid = given.uid returning r.uid)
    insert into resource (uid, dataset_uid, type, title, params, url, datasource, secrets, definer, definer_scopes, created_at, updated_at)
    select uid, ${datasetUid}, type, title, params, url, datasource, secrets, ${session.username ?? null}::text, ${storedScopes(session)}::text[], "createdAt", "updatedAt"
    from given where uid not in (select uid from kept)`);
}

/** Replaces the files of a locked dataset; their bytes are already stored. */
export async function writeFiles(
  { db }: RequestContext,
  datasetUid: string,
  files: readonly CapturedFile[],
): Promise<void> {
  await db.rows(
    sql`delete from resource_file where dataset_uid = ${datasetUid} and uid <> all(${files.map(({ uid }) => uid)}::text[])`,
  );
  await db.rows(sql`
    insert into resource_file (dataset_uid, uid, mimetype, blob_key, bytes, created_at)
    select ${datasetUid}, uid, mimetype, "blobKey", bytes, "createdAt"
    from jsonb_to_recordset(${JSON.stringify(files)}::jsonb) as each(uid text, mimetype text, "blobKey" text, bytes bigint, "createdAt" timestamptz)
    on conflict (dataset_uid, uid) do update set mimetype = excluded.mimetype, blob_key = excluded.blob_key, bytes = excluded.bytes,
      created_at = excluded.created_at`);
}
