import { ask } from '../http/ask.ts';
import type { DatasourceClient } from '../datasource-client.ts';
import { fetchedContent } from '../http/fetched-content.ts';

/** The stations of the bike-share provider, as JSON. */
export interface JcdecauxSettings {
  readonly type: 'jcdecaux';
  /** The address of the provider's API. */
  readonly url: string;
  /** A city; empty for all. */
  readonly contract: string;
  readonly apiKey: string;
}

/** The stations of the bike-share provider: `GET /stations` of its API, whose key is a query parameter. */
export const jcdecaux: DatasourceClient<JcdecauxSettings> = {
  async openStream({ url, contract, apiKey }, { fetcher }, { signal, validators }) {
    const query = new URLSearchParams({ ...(contract !== '' && { contract }), apiKey });
    const open = fetchedContent(
      await ask(fetcher, `${url.replace(/\/+$/, '')}/stations?${query.toString()}`, { signal, validators }),
    );
    return open && { ...open, filename: 'stations.json' };
  },
};
