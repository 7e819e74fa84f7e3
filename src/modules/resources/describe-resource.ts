import { isRealtime } from '../../engine/extractors/services/realtime.ts';
import { extractors } from '../../engine/extractors/registry.ts';
import { joinUrl } from '../../platform/datasources/http/join-url.ts';
import { remoteAddress } from './accept-federated.ts';
import type { Datasource } from './datasource-kinds.type.ts';
import { hasOwnSource } from './own-sources.ts';
import type { ResourceKind, Resource } from './resource.type.ts';

const datasourceLabels: { readonly [Type in Datasource['type']]: string } = {
  http: 'HTTP',
  ftp: 'FTP',
  uploaded_file: 'Uploaded file',
  amazon_s3: 'Amazon S3',
  azure_blob_storage: 'Azure Blob Storage',
  sharepoint: 'SharePoint',
  google_drive: 'Google Drive',
  federated: 'Federated dataset',
  snowflake_odbc: 'Snowflake',
  ods_form: 'Form',
};

/** Extractors that tell more than the place they read from. */
const telling = new Set(['feed']);

/** What people see of a resource: the full address of its source, or the name of its file; else its title, as of what is pushed: that address has a secret. */
export function displayName({ type, datasource, address, connectionUrl, title }: Resource): string {
  if (isRealtime({ type })) return title;
  return (datasource ? addressOf(datasource, connectionUrl) : address) || title;
}

function addressOf(datasource: Datasource, connectionUrl: string | null): string | undefined {
  switch (datasource.type) {
    case 'uploaded_file':
      return datasource.file.uid;
    case 'http':
    case 'ftp':
      return connectionUrl === null ? undefined : joinUrl(connectionUrl, datasource.relativeUrl);
    case 'amazon_s3':
    case 'azure_blob_storage':
      return datasource.url;
    case 'sharepoint':
    case 'google_drive':
      return datasource.fileId;
    case 'federated':
      return remoteAddress(datasource);
    case 'ods_form':
      return datasource.form;
    case 'snowflake_odbc':
      return undefined;
  }
}

/** The format that the extractor reads; null when there is no such extractor any more. */
export function extractionInfos({ type }: Pick<Resource, 'type'>): ResourceKind | null {
  const extractor = extractors.find((each) => each.type === type);
  return extractor ? { type, label: extractor.label } : null;
}

/** Where the records come from: the datasource says more than the extractor, but for a few. */
export function originOf({
  datasource,
  type,
  address,
}: Pick<Resource, 'datasource' | 'type' | 'address'>): ResourceKind {
  if (telling.has(type) || isRealtime({ type }) || hasOwnSource(type))
    return extractionInfos({ type }) ?? { type, label: type };
  if (datasource) return { type: datasource.type, label: datasourceLabels[datasource.type] };
  return address === null
    ? (extractionInfos({ type }) ?? { type, label: type })
    : { type: 'http', label: datasourceLabels.http };
}
