import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { anonymous, domainPermissions } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import { dropUnusedGenerationsJob } from '#publication/publication.job.ts';
import { findVisibleRecords, readVisibleRecords } from '#records/index.ts';
import { createContext } from '#server/create-context.ts';
import type { TestApp } from '../app.ts';
import type { Client, GraphAnswer } from '../client.ts';
import { seedDataset } from '../seed.ts';

/** Creates a dataset with one CSV resource on the web; returns its uid. */
export async function seedCsvDataset(client: Client, url: string, params: object = {}): Promise<string> {
  const uid = await seedDataset(client, { metadata: { default: { title: { value: 'A' } } } });
  await client.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
    input: {
      datasetUid: uid,
      type: 'csvfile',
      title: 'data',
      params,
      datasource: { http: { connection: { url } } },
    },
  });
  return uid;
}

/** A mutation that changes the publication of a dataset. */
export type PublicationMutation =
  'publishDataset' | 'publishDatasetMetadata' | 'unpublishDataset' | 'abortDatasetPublishing';

/** Calls a mutation of the publication, with the options of its input. */
export const requestRun = (
  client: Client,
  name: PublicationMutation,
  uid: string,
  options: { isEmptyAccepted?: boolean; isResultAccepted?: boolean } = {},
): Promise<GraphAnswer> =>
  client.graph(
    `mutation ($input: ${name === 'publishDataset' ? 'PublishDatasetInput' : 'DatasetActionInput'}!) { ${name}(input: $input) { dataset { uid revision status { status } } } }`,
    { input: { uid, ...options } },
  );

/** The status of a dataset. */
export async function statusOf(client: Client, uid: string): Promise<ReturnType<typeof JSON.parse>> {
  const { dataset } = await client.data(
    `query ($uid: ID!) { dataset(by: { uid: $uid }) {
    status { status previous next changedAt isPublished message recordsErrors { recordId fieldUid processorUid message recordText } params }
  } }`,
    { uid },
  );
  return dataset.status;
}

/** Repeats a request, by default for at most a minute, until its answer is as expected; returns that answer. */
export async function eventually<T>(
  ask: () => Promise<T>,
  expected: (answer: T) => boolean,
  maxMs = 180_000,
): Promise<T> {
  const end = performance.now() + maxMs;
  for (;;) {
    const answer = await ask();
    if (expected(answer)) return answer;
    if (performance.now() > end)
      throw new Error(`Not reached within ${maxMs / 1_000} s; the last answer was ${JSON.stringify(answer)}.`);
    await pause(50);
  }
}

const finishedStatuses = ['idle', 'error', 'limit_reached'];

/** The status of a dataset once its run has finished. */
export const finishedStatus = (client: Client, uid: string) =>
  eventually(
    () => statusOf(client, uid),
    ({ status }) => finishedStatuses.includes(status),
  );

/** The status once the run has finished, as REST returns it to the administrator. */
export const finishedRestStatus = ({ admin }: Pick<TestApp, 'admin'>, uid: string) =>
  eventually(
    async () => (await admin.rest('GET', `/datasets/${uid}/status/`)).body,
    ({ status }) => finishedStatuses.includes(status),
  );

/** The status of a dataset once it is in a state and this number of records is written. */
export const statusReached = (client: Client, uid: string, status: string, rowsWritten = 0) =>
  eventually(
    () => statusOf(client, uid),
    (found) => found.status === status && (found.params.rows_written ?? 0) >= rowsWritten,
  );

/** Calls a mutation of the publication and waits until the run has finished; returns the status. */
export async function runAndFinish(client: Client, name: PublicationMutation, uid: string, options = {}) {
  const { errors } = await requestRun(client, name, uid, options);
  if (errors) throw new Error(JSON.stringify(errors));
  return finishedStatus(client, uid);
}

/** The records that a dataset shows, in order; from a position on. */
export async function recordsOf(
  { services }: Pick<TestApp, 'services'>,
  uid: string,
  from = 0,
): Promise<ReturnType<typeof JSON.parse>[]> {
  const rights = new Set(domainPermissions);
  const administrator = { ...anonymous, username: 'administrator', permissions: rights, scopes: rights };
  const ctx = createContext(services, administrator, randomUUID());
  const visible = await findVisibleRecords(ctx, uid);
  return visible ? (await Array.fromAsync(readVisibleRecords(ctx, visible, { from }))).flat() : [];
}

/** The number of generations that no dataset shows. */
export async function countUnusedGenerations({ services }: TestApp): Promise<number> {
  const [row] = await services.db.rows<{ count: number }>(sql`
    select count(*)::int as count from generation g where not exists (select 1 from dataset d where d.generation = g.id)`);
  return row?.count ?? 0;
}

/** Sweeps as a worker does that much later. */
export function sweepAfter({ services }: TestApp, minutes: number): Promise<void> {
  const now = new Date(Date.now() + minutes * 60_000);
  const ctx = createContext({ ...services, clock: { now: () => now } }, anonymous, randomUUID());
  return dropUnusedGenerationsJob.run(ctx, {
    id: '',
    data: {},
    attempt: 1,
    traceId: 'test',
    signal: new AbortController().signal,
  });
}

/** The number of generations that no dataset shows, once no request can read them. */
export async function countUnusedGenerationsLater(app: TestApp): Promise<number> {
  await sweepAfter(app, 11);
  return countUnusedGenerations(app);
}

/** The rows of a CSV of numbers, from one number to another. */
export const numberedRows = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index},row ${from + index}\n`).join('');
