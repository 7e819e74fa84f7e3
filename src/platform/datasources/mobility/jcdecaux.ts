import { ask } from '../http/ask.ts';
import type { DatasourceAdapter } from '../datasource-client.ts';
import { fetchedContent } from '../http/fetched-content.ts';
import type { JcdecauxSettings } from '../authentication.ts';

/** The stations of the bike-share provider: `GET /stations` of its API, whose key is a query parameter. */
export const jcdecaux: DatasourceAdapter<JcdecauxSettings> = {
  async open({ url, contract, apiKey }, { fetcher }, { signal, validators }) {
    const query = new URLSearchParams({ ...(contract !== '' && { contract }), apiKey });
    const open = fetchedContent(
      await ask(fetcher, `${url.replace(/\/+$/, '')}/stations?${query.toString()}`, { signal, validators }),
    );
    return open && { ...open, filename: 'stations.json' };
  },
};
