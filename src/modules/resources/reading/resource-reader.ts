import type { DatasourceReader } from '../../../engine/datasource/datasource-reader.ts';
import { fail } from '../../../kernel/fail.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { toReadableDatasource, type ReadableDatasource } from '../../../platform/datasources/datasource-client.ts';
import type { HttpSettings } from '../../../platform/datasources/http/http.ts';
import { audienceOf, restoreUrlSecrets, secretsForAudience, type StoredSecrets } from '../../connections/index.ts';
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
  /** The address where there is no datasource. */
  readonly url: string | null;
}

/** Reads the bytes of a resource; each call opens a new stream. Secrets are sent only to the origin that they were given for. */
export function createResourceReader(app: ReaderServices, configuration: ResourceConfiguration): DatasourceReader {
  const { type, params, datasource, url, secrets, resourceUid } = configuration;
  return {
    isRepeatable: datasource?.type === uploadedFileKind.type,
    async openStream(signal) {
      const own = readableFromParams(type, params, secrets);
      if (own) return openThroughCache(app, resourceUid, own, signal);
      if (datasource) return datasourceKindOf(datasource.type).openStream(app, datasource, configuration, signal);
      const address = url ?? fail('SOURCE_FAILED', { reason: 'the resource has no datasource. Give it one.' });
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
  return toReadableDatasource(settings, async () => (await import('../../../platform/datasources/http/http.ts')).http);
}
