import { ask } from './ask.ts';
import type { DatasourceAdapter } from './datasource.ts';
import type { JcdecauxSettings } from './settings.ts';

/** The stations of the bike-share provider: `GET /stations` of its API, whose key is a query parameter. */
export const jcdecaux: DatasourceAdapter<JcdecauxSettings> = {
  async open({ url, contract, apiKey }, { fetcher }, { signal, known }) {
    const query = new URLSearchParams({ ...contract !== '' && { contract }, apiKey });
    const fetched = await ask(fetcher, `${url.replace(/\/+$/, '')}/stations?${query.toString()}`, { signal, known });
    if (fetched.status === 304) return undefined;
    const { mimetype, size, body, validators } = fetched;
    return { filename: 'stations.json', mimetype, size, validators, content: body };
  },
};
