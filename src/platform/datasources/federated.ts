import { fail } from '#kernel/fail.ts';
import { toSafeFileName } from '../storage/disk-storage.ts';
import { encodePathSegment, fetchWithRetry, joinUrl } from './provider-requests.ts';
import type { DatasourceClient } from './datasource-client.ts';
import { toDatasourceResponse } from './http.ts';

/** The records of a dataset of another catalog, as JSON lines. */
export interface FederatedSettings {
  readonly type: 'federated';
  /** The other catalog: a host name, or an address without a path. */
  readonly domainId: string;
  readonly datasetId: string;
  /** The query parameters of the export. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The path of the export, with the placeholder `{dataset_id}`. */
  readonly exportPath: string;
  /** The API key for the other catalog; null for anonymous access. */
  readonly apiKey: string | null;
}

/** Reads the records of a dataset through the export of another catalog. */
export const federatedClient: DatasourceClient<FederatedSettings> = {
  async openStream(settings, { fetcher }, { signal, validators }) {
    const response = toDatasourceResponse(
      await fetchWithRetry(fetcher, exportAddress(settings), { headers: apiKeyHeader(settings), signal, validators }),
    );
    // When the response names no file, `filename` is the last segment of the path: the format, such as `jsonl`.
    return (
      response && {
        ...response,
        filename: toSafeFileName(
          response.filename.includes('.') ? response.filename : `${settings.datasetId}.${response.filename}`,
        ),
      }
    );
  },
};

function exportAddress({ domainId, datasetId, parameters, exportPath }: FederatedSettings): string {
  const dataset = encodePathSegment(datasetId);
  const joined = joinUrl(
    `${catalogOrigin(domainId)}/`,
    exportPath.replaceAll('{dataset_id}', () => dataset),
  );
  const address = new URL(joined ?? fail('SOURCE_FAILED', { reason: 'the path of the export leads to another host.' }));
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

/** The origin of a catalog, from its host name or its URL without a path; undefined for anything else. */
export function originOfDomain(domainId: string): string | undefined {
  const url = URL.parse(/^https?:\/\//i.test(domainId) ? domainId : `https://${domainId}`);
  const isOrigin = url && `${url.username}${url.password}${url.search}${url.hash}` === '' && url.pathname === '/';
  return isOrigin ? url.origin : undefined;
}

/** The origin of a catalog to fetch from. Fails SOURCE_FAILED. */
export function catalogOrigin(domainId: string): string {
  return (
    originOfDomain(domainId) ??
    fail('SOURCE_FAILED', {
      reason:
        'the other catalog is given by its host name, such as data.example.org, or by its address without a path.',
    })
  );
}

/** The header that authenticates at the other catalog. */
export const apiKeyHeader = ({ apiKey }: Pick<FederatedSettings, 'apiKey'>): Record<string, string> =>
  apiKey === null ? {} : { authorization: `Apikey ${apiKey}` };
