import type { DatasourceReader } from '#engine/datasource/datasource-reader.ts';
import { fail } from '#kernel/fail.ts';
import type { JsonObject } from '#kernel/json.ts';
import { toReadableDatasource, type ReadableDatasource } from '#platform/datasources/datasource-client.ts';
import type { HttpSettings } from '#platform/datasources/http/http.ts';
import { audienceOf, restoreUrlSecrets, secretsForAudience, type StoredSecrets } from '#connections/index.ts';
import { openThroughCache } from './resource-cache.ts';
import type { ReaderConfiguration, ReaderServices } from '../datasources/datasource-kind.ts';
import { datasourceKindOf, type Datasource } from '../datasources/datasource-kinds.ts';
import { readableFromParams } from '../datasources/parameter-datasources.ts';
import { uploadedFileKind } from '../datasources/uploaded-file.ts';

/** A resource, with everything needed to read it. */
export interface ResourceConfiguration extends ReaderConfiguration {
  readonly type: string;
  readonly params: JsonObject;
  readonly datasource: Datasource | null;
  /** The address of a resource without a datasource. */
  readonly url: string | null;
}

/**
 * Creates a reader of the bytes of a resource. Each call of `openStream` opens a new stream. A secret is sent only to the origin for
 * which it was given.
 */
export function createResourceReader(app: ReaderServices, configuration: ResourceConfiguration): DatasourceReader {
  const { type, params, datasource, url, secrets, resourceUid } = configuration;
  return {
    isRepeatable: datasource?.type === uploadedFileKind.type,
    async openStream(signal) {
      const fromParams = readableFromParams(type, params, secrets);
      if (fromParams) return openThroughCache(app, resourceUid, fromParams, signal);
      if (datasource) return datasourceKindOf(datasource.type).openStream(app, datasource, configuration, signal);
      const address =
        url ?? fail('SOURCE_FAILED', { reason: 'the resource has no datasource. Give the resource a datasource.' });
      return openThroughCache(app, resourceUid, httpDatasource(address, secrets), signal);
    },
  };
}

function httpDatasource(url: string, secrets: StoredSecrets): ReadableDatasource {
  const settings: HttpSettings = {
    type: 'http',
    connection: {
      url: restoreUrlSecrets(url, 'address', secretsForAudience(secrets, audienceOf(url))),
      headers: [],
      auth: null,
    },
    relativeUrl: '',
    headers: [],
  };
  return toReadableDatasource(settings, async () => (await import('#platform/datasources/http/http.ts')).http);
}
