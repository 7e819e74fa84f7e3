import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';

/** A dataset of another portal. */
export interface PortalDataset {
  readonly title: string;
  /** The records as CSV; null for a dataset of files. */
  readonly csv: string | null;
  /** The files by name. */
  readonly files?: Readonly<Record<string, string>>;
  readonly metas?: object;
}

/** Another portal with the Explore API, whose list tests change. */
export interface PortalServer {
  readonly host: string;
  readonly url: string;
  /** The datasets by identifier. */
  readonly datasets: Map<string, PortalDataset>;
  /** What the list answers in place of the datasets. */
  status: number;
  /** The paths that were requested. */
  readonly requests: string[];
  /** While it is set, the list waits for it. */
  gate: Promise<void> | undefined;
  /** The names of files that are listed and missing. */
  readonly missing: Set<string>;
}

const listed = (id: string, { title, csv, files = {}, metas = {} }: PortalDataset) => ({
  dataset_id: id,
  has_records: csv !== null,
  data_visible: true,
  fields:
    csv === null ? [] : [{ name: 'code', label: 'The code', type: 'text', description: 'A code', annotations: {} }],
  attachments: Object.keys(files).map((name) => ({ id: name, title: name, url: `odsfile://${name}` })),
  metas: { ...metas, default: { title, description: `<p>${title}</p>`, theme: ['Nature'] } },
});

/** Starts another portal for the tests of one file, on a free port. */
export async function portalServer(): Promise<PortalServer> {
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://portal');
      portal.requests.push(request.url ?? '');
      const [, id = '', kind, name = ''] = /datasets\/([^/]+)\/(exports|attachments)\/(.+)$/.exec(url.pathname) ?? [];
      const dataset = portal.datasets.get(decodeURIComponent(id));
      if (kind === undefined) {
        await portal.gate;
        const entries = [...portal.datasets].map(([key, each]) => listed(key, each));
        const offset = Number(url.searchParams.get('offset'));
        response.writeHead(portal.status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ total_count: entries.length, results: entries.slice(offset, offset + 100) }));
        return;
      }
      const content = kind === 'exports' ? dataset?.csv : dataset?.files?.[decodeURIComponent(name)];
      if (content == null || portal.missing.has(name)) response.writeHead(404).end();
      else response.setHeader('content-type', kind === 'exports' ? 'text/csv' : 'text/plain').end(content);
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const portal: PortalServer = {
    host,
    url: `http://${host}`,
    datasets: new Map(),
    status: 200,
    requests: [],
    gate: undefined,
    missing: new Set(),
  };
  return portal;
}
