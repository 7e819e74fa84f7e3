import type { RequestContext } from '#api/context.ts';
import { isRealtime } from '#engine/extractors/services/realtime.ts';
import type { DatasourceReader } from '#engine/datasource/datasource-reader.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { decryptConnections } from '#connections/index.ts';
import { connectionOf } from '../datasources/connected-kinds.ts';
import { createLogReader } from '../realtime/realtime-log.ts';
import { decryptResourceSecrets } from './resource-secrets.ts';
import { definerOfResource } from './resource-definers.ts';
import { createResourceReader, type ResourceConfiguration } from './resource-reader.ts';

/** A stored resource with its file. */
type StoredResource = Omit<ResourceConfiguration, 'secrets' | 'connection' | 'isSample'> & {
  readonly secrets: string | null;
};

/** Creates a reader of a sample of a saved resource that the caller may see. */
export async function createSavedReader(
  { db, app }: RequestContext,
  { uid, type }: { readonly uid: string; readonly type: string },
): Promise<DatasourceReader> {
  if (isRealtime({ type })) return createLogReader(db, { resourceUid: uid });
  const stored =
    (await firstRow<StoredResource>(
      db,
      sql`
    select r.uid as "resourceUid", r.type, r.params, r.datasource, r.url, r.secrets, 
      case when f.uid is not null then jsonb_build_object('blobKey', f.blob_key, 'mimetype', f.mimetype, 'bytes', f.bytes) end as file, ${definerOfResource(sqlText('r'))} as definer
    from resource r left join resource_file f
      on f.dataset_uid = r.dataset_uid and r.datasource ->> 'type' = 'uploaded_file' and f.uid = r.datasource -> 'file' ->> 'uid'
    where r.uid = ${uid}`,
    )) ?? fail('NOT_FOUND');
  const connectionUid = connectionOf(stored.datasource) ?? '';
  const connections = await decryptConnections(
    { db, secrets: app.secrets },
    connectionUid === '' ? [] : [connectionUid],
  );
  return createResourceReader(app, {
    ...stored,
    secrets: decryptResourceSecrets(app, { uid, secrets: stored.secrets }),
    connection: connections.get(connectionUid),
    isSample: true,
  });
}
