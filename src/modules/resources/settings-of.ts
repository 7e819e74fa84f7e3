import { fail } from '../../kernel/fail.ts';
import type { Config } from '../../platform/config.ts';
import { catalogOrigin } from '../../platform/datasources/federated/federated.ts';
import type { DatasourceSettings, FederatedSettings, HttpSettings } from '../../platform/datasources/authentication.ts';
import {
  accessOf,
  audienceOf,
  completeUrl,
  secretsFor,
  sentHeaders,
  type ConnectionAccess,
  type HttpHeader,
  type KeptSecrets,
} from '../connections/index.ts';
import { federatedKey } from './accept-federated.ts';
import type { Datasource, FederatedDatasource } from './datasource-kinds.type.ts';
import type { SourceConfiguration } from './source-of.ts';

type Settings = Pick<Config, 'allowServerCredentials' | 'federatedExportPath'>;
type Connected = Exclude<Datasource, { type: 'uploaded_file' | 'federated' | 'ods_form' }>;

/** What is read here: all that is outside of the catalog. */
interface Configured extends Pick<SourceConfiguration, 'url' | 'secrets' | 'connection' | 'isSample'> {
  readonly datasource: Exclude<Datasource, { type: 'uploaded_file' | 'ods_form' }> | null;
}

/** What reading a source takes, secrets included: they go to no other origin than the one they were given for. Fails SOURCE_FAILED. */
export function settingsOf(config: Settings, configured: Configured): DatasourceSettings {
  const { datasource, url, secrets } = configured;
  if (!datasource)
    return ofAddress(url ?? fail('SOURCE_FAILED', { reason: 'the resource has no datasource. Give it one.' }), secrets);
  return datasource.type === 'federated'
    ? federatedSettings(config, datasource, secrets)
    : ofConnected(config, datasource, configured);
}

const ofAddress = (url: string, secrets: KeptSecrets): HttpSettings => ({
  type: 'http',
  connection: { url: completeUrl(url, 'address', secretsFor(secrets, audienceOf(url))), headers: [], auth: null },
  relativeUrl: '',
  headers: [],
});

/** What asking another catalog for a dataset takes, in the same way. */
export function federatedSettings(
  { federatedExportPath: exportPath }: Pick<Config, 'federatedExportPath'>,
  { type, domain: { domainId }, dataset: { datasetId }, parameters }: FederatedDatasource,
  secrets: KeptSecrets,
): FederatedSettings {
  const key = secretsFor(secrets, catalogOrigin(domainId))[federatedKey];
  const plain = Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  const needsKey = Object.hasOwn(parameters, 'apikey');
  if (needsKey && key === undefined)
    fail('SOURCE_FAILED', { reason: 'the key of the other catalog is not known here. Send it again.' });
  return { type, domainId, datasetId, parameters: plain, exportPath, apiKey: key ?? null };
}

function ofConnected(
  { allowServerCredentials }: Settings,
  datasource: Connected,
  { connection, secrets, isSample }: Configured,
): DatasourceSettings {
  const open = connection ?? fail('SOURCE_FAILED', { reason: 'its connection is gone. Give it another one.' });
  const access = <Type extends keyof ConnectionAccess>(type: Type) => accessOf(open, type, allowServerCredentials);
  const headers = (list: readonly HttpHeader[], url: string) => sentHeaders(list, secretsFor(secrets, audienceOf(url)));
  const addressOf = (url: string) => completeUrl(url, 'url', secretsFor(secrets, audienceOf(url)));
  switch (datasource.type) {
    case 'http': {
      const { type, relativeUrl, headers: list } = datasource;
      const http = access(type);
      return {
        type,
        connection: http,
        relativeUrl: completeUrl(relativeUrl, 'relativeUrl', secretsFor(secrets, audienceOf(http.url))),
        headers: headers(list, http.url),
      };
    }
    case 'ftp':
      return { type: datasource.type, connection: access(datasource.type), relativeUrl: datasource.relativeUrl };
    case 'amazon_s3':
      return {
        type: datasource.type,
        connection: access(datasource.type),
        url: addressOf(datasource.url),
        headers: headers(datasource.headers, datasource.url),
      };
    case 'azure_blob_storage':
      return {
        type: datasource.type,
        connection: access(datasource.type),
        url: addressOf(datasource.url),
        headers: headers(datasource.headers, datasource.url),
      };
    case 'sharepoint':
      return {
        type: datasource.type,
        connection: access(datasource.type),
        driveId: datasource.driveId,
        fileId: datasource.fileId,
      };
    case 'google_drive':
      return { type: datasource.type, connection: access(datasource.type), fileId: datasource.fileId };
    case 'snowflake_odbc': {
      const { type, query, previewQuery } = datasource;
      return { type, connection: access(type), query: isSample ? (previewQuery ?? query) : query };
    }
  }
}
