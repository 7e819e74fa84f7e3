import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';

/** A dataset of another catalog. */
export interface RemoteContent {
  readonly metas: object;
  readonly fields: readonly object[];
  readonly records: readonly object[];
}

/** Another catalog, which speaks the Explore API. */
export interface RemoteCatalog {
  /** The host and port, for FETCH_ALLOW. */
  readonly host: string;
  readonly origin: string;
  /** The received requests. */
  readonly requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Its datasets by their identifiers. */
  readonly datasets: Map<string, RemoteContent>;
  /** The required key; undefined where none is required. */
  key: string | null;
  /** Replaces the answers about datasets; null for the regular answers. */
  answerMetadata: ((response: ServerResponse) => unknown) | null;
}

const base = '/api/explore/v2.1/catalog/datasets/';

/** Starts another catalog for the tests of one file. */
export async function remoteCatalog(): Promise<RemoteCatalog> {
  const json = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const server = createServer(({ url = '', headers }, response) => {
    const { pathname } = new URL(url, 'http://remote');
    remote.requests.push({ path: url, headers });
    const [id = '', exports, format] = pathname.startsWith(base) ? pathname.slice(base.length).split('/') : [];
    const dataset = remote.datasets.get(id);
    if (remote.key !== null && headers.authorization !== `Apikey ${remote.key}`)
      json(response, 401, { message: 'Who are you?' });
    else if (!dataset) json(response, 404, { message: 'Unknown dataset' });
    else if (exports === undefined && remote.answerMetadata) remote.answerMetadata(response);
    else if (exports === undefined)
      json(response, 200, {
        dataset_id: id,
        dataset_uid: 'da_remote',
        has_records: true,
        metas: dataset.metas,
        fields: dataset.fields,
      });
    else if (format === 'jsonl')
      response
        .writeHead(200, { 'content-type': 'application/x-ndjson' })
        .end(dataset.records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    else json(response, 400, { message: 'Unknown format' });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const remote: RemoteCatalog = {
    host,
    origin: `http://${host}`,
    requests: [],
    datasets: new Map(),
    key: null,
    answerMetadata: null,
  };
  return remote;
}
