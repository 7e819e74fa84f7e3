import { fail } from '../../../kernel/fail.ts';
import { fileName } from '../../storage/file-name.ts';
import { ask } from '../http/ask.ts';
import type { DatasourceClient } from '../datasource-client.ts';
import { fetchedContent } from '../http/fetched-content.ts';
import { joinUrl } from '../http/join-url.ts';
import { pathSegment } from '../http/path-segment.ts';

/** The records of a dataset of another catalog, as JSON lines. */
export interface FederatedSettings {
  readonly type: 'federated';
  /** The other catalog: a host name, or an address without a path. */
  readonly domainId: string;
  readonly datasetId: string;
  /** Sent as query parameters of the export. */
  readonly parameters: Readonly<Record<string, string>>;
  /** With `{dataset_id}` in it. */
  readonly exportPath: string;
  /** Of the other catalog; null where it asks for none. */
  readonly apiKey: string | null;
}

/** The records of a dataset of another catalog, as it exports them. */
export const federated: DatasourceClient<FederatedSettings> = {
  async openStream(settings, { fetcher }, { signal, validators }) {
    const open = fetchedContent(
      await ask(fetcher, exportAddress(settings), { headers: catalogKey(settings), signal, validators }),
    );
    // Without a name in the answer it is the end of the path, which is the format.
    return (
      open && {
        ...open,
        filename: fileName(open.filename.includes('.') ? open.filename : `${settings.datasetId}.${open.filename}`),
      }
    );
  },
};

function exportAddress({ domainId, datasetId, parameters, exportPath }: FederatedSettings): string {
  const dataset = pathSegment(datasetId);
  const joined = joinUrl(
    `${catalogOrigin(domainId)}/`,
    exportPath.replaceAll('{dataset_id}', () => dataset),
  );
  const address = new URL(joined ?? fail('SOURCE_FAILED', { reason: 'the path of the export leads to another host.' }));
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

/** The origin of a catalog that is given by its host name, or by an address without a path; undefined where it is given by neither. */
export function originOfDomain(domainId: string): string | undefined {
  const url = URL.parse(/^https?:\/\//i.test(domainId) ? domainId : `https://${domainId}`);
  const isBare = url && `${url.username}${url.password}${url.search}${url.hash}` === '' && url.pathname === '/';
  return isBare ? url.origin : undefined;
}

/** The same for a catalog that is asked. Fails SOURCE_FAILED. */
export function catalogOrigin(domainId: string): string {
  return (
    originOfDomain(domainId) ??
    fail('SOURCE_FAILED', {
      reason:
        'the other catalog is given by its host name, such as data.example.org, or by its address without a path.',
    })
  );
}

/** The header that tells the other catalog who asks. */
export const catalogKey = ({ apiKey }: Pick<FederatedSettings, 'apiKey'>): Record<string, string> =>
  apiKey === null ? {} : { authorization: `Apikey ${apiKey}` };
