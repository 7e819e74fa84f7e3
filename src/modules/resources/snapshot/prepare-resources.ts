import type { Platform } from '#api/platform.ts';
import { isRealtime } from '#engine/extractors/services/realtime.ts';
import type { ConfiguredResource } from '#engine/pipeline/extracted-records.ts';
import { noSecrets, decryptConnections } from '#connections/index.ts';
import type { Definers } from '#identity/index.ts';
import { connectionOf } from '../datasources/connected-kinds.ts';
import { createLogReader } from '../realtime/realtime-log.ts';
import type { CapturedResources } from './captured-resources.ts';
import { loadResourceSecrets } from '../reading/resource-secrets.ts';
import { createResourceReader } from '../reading/resource-reader.ts';

/**
 * Prepares the resources of a snapshot for the pipeline, with the files, log position and definers at the time of the snapshot. A
 * snapshot contains no secrets, so the current secrets are used; each secret is sent only to the origin for which it was given.
 */
export async function prepareResources(
  app: Pick<Platform, 'db' | 'storage' | 'datasources' | 'clock' | 'secrets' | 'config'>,
  { resources, files }: CapturedResources,
  { highWatermark, definers }: { readonly highWatermark: number; readonly definers: Definers },
): Promise<ConfiguredResource[]> {
  const secrets = await loadResourceSecrets(
    app,
    resources.map(({ uid }) => uid),
  );
  const connections = await decryptConnections(
    app,
    resources.flatMap(({ datasource }) => connectionOf(datasource) ?? []),
  );
  const filesByUid = new Map(files.map((file) => [file.uid, file]));
  return resources.map(({ uid, type, params, datasource, url }) => ({
    type,
    params,
    source: isRealtime({ type })
      ? createLogReader(app.db, { resourceUid: uid, upTo: highWatermark })
      : createResourceReader(app, {
          type,
          params,
          datasource,
          url,
          resourceUid: uid,
          secrets: secrets.get(uid) ?? noSecrets,
          connection: connections.get(connectionOf(datasource) ?? ''),
          file: datasource?.type === 'uploaded_file' ? (filesByUid.get(datasource.file.uid) ?? null) : null,
          definer: definers[uid] ?? null,
          isSample: false,
        }),
  }));
}
