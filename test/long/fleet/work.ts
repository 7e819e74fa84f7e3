import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { SourceServer } from '#test/support/sources/source-server.ts';
import type { FleetClient } from './client.ts';

/** What clients do while the servers of a fleet end and start. */
export interface Work {
  /** Works until it is over. */
  run(isOver: () => boolean): Promise<void>;
  /** Fails where something acknowledged is lost, something is done twice, or a client did not see what it wrote. */
  check(): Promise<void>;
}

type Answer = ReturnType<typeof JSON.parse>;

const createDataset = `mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { uid } } }`;
const titled = (title: string) => ({ metadata: { default: { title: { value: title } } } });

/** Creates a dataset; returns its uid. */
export async function newDataset(client: FleetClient, title: string): Promise<string> {
  return (await client.data(createDataset, { input: titled(title) })).createDataset.dataset.uid;
}

/** Clients count up one number in the title of a dataset. Each reads it, and writes the next one if the revision is still the same. */
export function countingUp(clients: readonly FleetClient[], uid: string): Work {
  const acknowledged: number[] = [];
  const stale: string[] = [];
  const read = async (client: FleetClient): Promise<{ revision: number; count: number } | undefined> => {
    const data = await client.graph('query ($uid: ID!) { dataset(by: { uid: $uid }) { revision metadata } }', { uid });
    return data && { revision: data.dataset.revision, count: Number(data.dataset.metadata.default.title.value) };
  };
  const write = (client: FleetClient, expectedRevision: number, count: number): Promise<Answer> =>
    client.graph(
      `mutation ($input: UpdateDatasetMetadataInput!) {
        updateDatasetMetadata(input: $input) { dataset { revision } } }`,
      { input: { datasetUid: uid, title: String(count), expectedRevision } },
    );
  return {
    run: async (isOver) => {
      await Promise.all(
        clients.map(async (client) => {
          while (!isOver()) {
            const before = await read(client);
            const written = before && (await write(client, before.revision, before.count + 1));
            if (!written) {
              await pause(20);
              continue;
            }
            acknowledged.push(before.count + 1);
            const after = await read(client);
            if (after && after.count <= before.count)
              stale.push(`${String(after.count)} after ${String(before.count + 1)} was written`);
          }
        }),
      );
    },
    async check() {
      const [client] = clients;
      const final = client && (await read(client));
      expect(stale).toEqual([]);
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(new Set(acknowledged).size).toBe(acknowledged.length);
      expect(final?.count).toBeGreaterThanOrEqual(Math.max(...acknowledged));
    },
  };
}

/** A client creates datasets with titles of their own, and reads each. */
export function creating(client: FleetClient): Work {
  const acknowledged: string[] = [];
  const unseen: string[] = [];
  return {
    async run(isOver) {
      for (let number = 0; !isOver(); number += 1) {
        const data = await client.graph(createDataset, { input: titled(`Created ${String(number)}`) });
        const uid = data?.createDataset.dataset.uid;
        if (uid === undefined) continue;
        acknowledged.push(uid);
        const read = await client.graph('query ($uid: ID!) { dataset(by: { uid: $uid }) { uid } }', { uid });
        if (read?.dataset === null) unseen.push(uid);
        await pause(50);
      }
    },
    async check() {
      const found: Answer[] = [];
      for (let after: string | null = null; ;) {
        const { datasets }: Answer = await client.data(
          'query ($after: String) { datasets(first: 1000, after: $after) { nodes { uid metadata } pageInfo { hasNextPage endCursor } } }',
          { after },
        );
        found.push(...datasets.nodes);
        if (!datasets.pageInfo.hasNextPage) break;
        after = datasets.pageInfo.endCursor;
      }
      const uids = new Set(found.map(({ uid }) => uid));
      const titles = found
        .map(({ metadata }) => metadata.default.title.value)
        .filter((title) => String(title).startsWith('Created'));
      expect({ unseen, lost: acknowledged.filter((uid) => !uids.has(uid)) }).toEqual({ unseen: [], lost: [] });
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(new Set(titles).size).toBe(titles.length);
    },
  };
}

/** Clients without a key submit answers to a form with a quota, more than it takes, each under a name of its own. */
export function submitting(
  { anonymous, moderator }: { readonly anonymous: FleetClient; readonly moderator: FleetClient },
  form: { readonly slug: string; readonly quota: number },
): Work {
  const acknowledged: string[] = [];
  return {
    run: async (isOver) => {
      let number = 0;
      await Promise.all(
        Array.from({ length: 4 }, async () => {
          while (!isOver()) {
            const name = `person ${String((number += 1))}`;
            const data = await anonymous.graph(
              'mutation ($input: SubmitFormInput!) { submitForm(input: $input) { submission { uid } } }',
              { input: { formSlug: form.slug, data: { name } } },
            );
            if (data) acknowledged.push(name);
            await pause(300);
          }
        }),
      );
    },
    async check() {
      const { submissions }: Answer = await moderator.data(
        'query ($slug: ID!) { submissions(formSlug: $slug, first: 1000) { nodes { content } } }',
        { slug: form.slug },
      );
      const names: string[] = submissions.nodes.map(({ content }: Answer) => content.name);
      expect(names).toHaveLength(form.quota);
      expect(new Set(names).size).toBe(form.quota);
      expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
    },
  };
}

/** A client publishes a dataset whose source has another content each time, and reads what it published. */
export function publishing(client: FleetClient, uid: string, web: SourceServer): Work {
  let version = 0;
  const wrong: string[] = [];
  web.answer('/versions.csv', (response) => {
    response.end(['n,version', ...Array.from({ length: 500 }, (_, n) => `${String(n)},${String(version)}`)].join('\n'));
  });
  const dataset = (fields: string) =>
    client.graph(`query ($uid: ID!) { dataset(by: { uid: $uid }) { ${fields} } }`, { uid });
  return {
    async run(isOver) {
      while (!isOver()) {
        version += 1;
        const requested = await client.graph(
          'mutation ($input: PublishDatasetInput!) { publishDataset(input: $input) { dataset { uid } } }',
          { input: { uid } },
        );
        if (!requested) {
          await pause(200);
          continue;
        }
        for (let status = ''; status !== 'idle'; await pause(100)) {
          const read = await dataset('status { status message }');
          if (read) status = read.dataset.status.status;
          if (status === 'error') throw new Error(String(read.dataset.status.message));
        }
        const found = await client.graph(
          `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { recordCount rows(select: "min(version) as low, max(version) as high", first: 1) { nodes } } }`,
          { uid },
        );
        if (found) {
          const { recordCount, rows } = found.catalogDataset;
          if (recordCount !== 500 || rows.nodes[0].low !== version || rows.nodes[0].high !== version)
            wrong.push(`version ${String(version)}: ${JSON.stringify(found)}`);
        }
      }
    },
    async check() {
      expect(version).toBeGreaterThan(1);
      expect(wrong).toEqual([]);
    },
  };
}

/** A client explores more often than the quota of its domain allows. */
export function exploring(client: FleetClient, quota: number): Work {
  const count = { answered: 0, refused: 0 };
  return {
    async run(isOver) {
      while (!isOver()) {
        const { status } = await client.rest('GET', '/api/explore/v2.1/catalog/datasets?limit=1');
        if (status === 200) count.answered += 1;
        if (status === 429) count.refused += 1;
        await pause(100);
      }
    },
    async check() {
      expect(count.answered).toBeLessThanOrEqual(quota);
      expect(count.refused).toBeGreaterThan(0);
    },
  };
}

/** A request of a reader: when it began, in milliseconds, and how long it took; undefined when it failed. */
interface Reading {
  readonly at: number;
  readonly milliseconds: number | undefined;
}

/** A client that reads a list all the time, and how long that takes. */
export function reading(client: FleetClient) {
  const readings: Reading[] = [];
  return {
    async run(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        const at = performance.now();
        const data = await client.graph('{ datasets(first: 20) { nodes { uid metadata } } }');
        readings.push({ at, milliseconds: data ? performance.now() - at : undefined });
        await pause(10);
      }
    },
    /** The requests between two times that failed, and the time that 99 of 100 of the others took at most. */
    between(from: number, until: number): { readonly failed: number; readonly p99: number } {
      const within = readings.filter(({ at }) => at >= from && at < until);
      const times = within.flatMap(({ milliseconds }) => milliseconds ?? []).sort((a, b) => a - b);
      return { failed: within.length - times.length, p99: times[Math.floor(times.length * 0.99)] ?? NaN };
    },
  };
}
