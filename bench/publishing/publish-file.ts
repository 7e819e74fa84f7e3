import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Server } from '../servers/server.ts';

const api = '/api/automation/v1.0';

/** What the records go through, in the words of the REST API. */
export const processors = [
  { type: 'string_replace', field: 'state', old: '_', new: ' ' },
  { type: 'concat', left_value: 'city', right_value: 'station', separator: ' · ', output_field: 'place' },
  { type: 'date_normalizer', field: 'read_at', date_format: '%d/%m/%Y %H:%M' },
] as const;

interface Status {
  readonly status: string;
  readonly message: string | null;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Sends a request with a body and answers what comes back; fails when that is no success. */
export async function send(
  server: Server,
  path: string,
  body: FormData | object = {},
): Promise<Record<string, unknown>> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${server.origin}${api}${path}`, {
    method: 'POST',
    headers: { ...server.headers('administrator'), ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`POST ${path} answered ${String(response.status)}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** A dataset with a file as its only resource and the three processors; answers its uid. */
export async function datasetOf(server: Server, path: string): Promise<string> {
  const { uid } = await send(server, '/datasets/', { metadata: { default: { title: { value: 'Readings' } } } });
  const form = new FormData();
  form.set('file', await openAsBlob(path), basename(path));
  await send(server, `/datasets/${String(uid)}/resources/files/`, form);
  await send(server, `/datasets/${String(uid)}/resources/`, {
    type: 'csvfile',
    title: 'Readings',
    datasource: { type: 'uploaded_file', file: { uid: basename(path) } },
  });
  for (const processor of processors) await send(server, `/datasets/${String(uid)}/processors/`, processor);
  return String(uid);
}

/** Publishes a dataset and waits until it has settled; answers the seconds, the worker's start of the work to its end. */
export async function publish(
  server: Server,
  uid: string,
  follow: (params: Status['params']) => void,
): Promise<number> {
  await send(server, `/datasets/${uid}/publish/`);
  const begin = performance.now();
  for (;;) {
    await pause(100);
    const { status, message, params } = (await ask(server, { path: `${api}/datasets/${uid}/status/` })) as Status;
    if (status === 'idle') return (performance.now() - begin) / 1000;
    if (status === 'error' || status === 'limit_reached')
      throw new Error(`The publication ended as ${status}: ${String(message)}`);
    follow(params);
  }
}
