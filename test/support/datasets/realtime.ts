import type { TestApp } from '../app.ts';
import type { RestAnswer } from '../client.ts';
import { seedDataset } from '../seed.ts';

/** A dataset with a realtime resource. */
export interface RealtimeResource {
  readonly datasetUid: string;
  readonly uid: string;
  /** The address for pushes, with the key. */
  readonly url: string;
}

/** Adds a realtime resource, to a new dataset by default. */
export async function seedRealtime({ admin }: Pick<TestApp, 'admin'>, datasetUid?: string): Promise<RealtimeResource> {
  const dataset = datasetUid ?? (await seedDataset(admin, { metadata: { default: { title: { value: 'A' } } } }));
  const { createResource } = await admin.data(
    'mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid url } } }',
    {
      input: { datasetUid: dataset, type: 'realtime', title: 'Measurements' },
    },
  );
  return { datasetUid: dataset, ...createResource.resource };
}

/** Pushes a body to the address of a realtime resource; returns the answer. */
export async function push({ http }: Pick<TestApp, 'http'>, url: string, body: unknown): Promise<RestAnswer> {
  const { pathname, search } = new URL(url);
  const answer = await http.inject({
    method: 'POST',
    url: `${pathname}${search}`,
    headers: { 'content-type': 'application/json' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

/** The answer of an action on a realtime resource. */
export const changeRealtime = (
  { admin }: Pick<TestApp, 'admin'>,
  name: string,
  { datasetUid, uid }: Pick<RealtimeResource, 'datasetUid' | 'uid'>,
) =>
  admin.graph(
    `mutation ($input: ResourceActionInput!) { ${name}(input: $input) { resource { uid url params } dataset { revision } } }`,
    { input: { datasetUid, uid } },
  );
