import { fetchWithRetry } from '../http/fetch-with-retry.ts';
import type { DatasourceClient } from '../datasource-client.ts';
import { toDatasourceResponse } from '../http/datasource-response.ts';

/** The bike-share stations of JCDecaux, as JSON. */
export interface JcdecauxSettings {
  readonly type: 'jcdecaux';
  /** The address of the provider's API. */
  readonly url: string;
  /** The city, as the provider names its contract; empty for all cities. */
  readonly contract: string;
  readonly apiKey: string;
}

/** Reads the bike-share stations of JCDecaux: `GET /stations` of its API, whose key is a query parameter. */
export const jcdecaux: DatasourceClient<JcdecauxSettings> = {
  async openStream({ url, contract, apiKey }, { fetcher }, { signal, validators }) {
    const query = new URLSearchParams({ ...(contract !== '' && { contract }), apiKey });
    const response = toDatasourceResponse(
      await fetchWithRetry(fetcher, `${url.replace(/\/+$/, '')}/stations?${query.toString()}`, { signal, validators }),
    );
    return response && { ...response, filename: 'stations.json' };
  },
};
