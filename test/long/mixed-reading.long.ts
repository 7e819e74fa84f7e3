import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { testApp } from '../support/app.ts';
import { requestRun, seedCsvDataset, statusOf } from '../support/datasets/publishing.ts';
import { sourceServer } from '../support/sources/source-server.ts';
import { memoryNow, startBuiltGateway, startBuiltWorker } from './built-process.ts';

/** How long the test reads; an hour unless READING_MINUTES says otherwise. */
const minutes = Number(process.env['READING_MINUTES'] ?? 60);
const readers = 4;

/** The samples of memory, one each five seconds, below which a run is too short to show growth. */
const minSamples = 12;

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, WORKER: 'off' });
await startBuiltWorker(app);
const gateway = await startBuiltGateway(app, {
  // four readers of one address spend more points than one visitor may
  RATE_LIMIT_ANONYMOUS: '1000000000',
  // every tenth publication stays in memory until there are too many: what has room for few is full before growth is measured
  RECORDS_IN_MEMORY_MB: '8',
});

type Answer = ReturnType<typeof JSON.parse>;

/** A record of the source. Every record of a publication has the same version. */
interface Row {
  readonly n: number;
  readonly version: number;
  readonly value: number;
}

const countOf = (version: number): number => 2_000 + (version % 10) * 100;
const valueOf = (n: number, version: number): number => (n * 7 + version) % 1_000;
const teamOf = (n: number): string => `team ${n % 5}`;
const rowsOf = (version: number): Row[] =>
  Array.from({ length: countOf(version) }, (_, n) => ({ n, version, value: valueOf(n, version) }));
const csvOf = (version: number): string =>
  ['n,version,value,team', ...rowsOf(version).map(({ n, value }) => `${n},${version},${value},${teamOf(n)}`)].join(
    '\n',
  );

/** The last publication that has finished, and the last one that was requested. */
const versions = { finished: 0, requested: 1 };
const url = web.answer('/versions.csv', (response) => {
  response.end(csvOf(versions.requested));
});
const uid = await seedCsvDataset(app.admin, url);
const facets = ['team', 'version'].map((name) => ({ field_name: name }));
await app.admin.rest('PUT', `/datasets/${uid}/metadata/asset_content_configuration/facets/`, { value: facets });

async function publishNext(): Promise<void> {
  versions.requested = versions.finished + 1;
  await requestRun(app.admin, 'publishDataset', uid);
  for (;;) {
    await pause(200);
    const { status, message } = await statusOf(app.admin, uid);
    if (status === 'idle') break;
    if (status === 'error') throw new Error(message);
  }
  versions.finished = versions.requested;
}

async function ask(path: string, body?: object): Promise<Response> {
  const answer = await fetch(gateway.origin + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
const explore = async (path: string): Promise<Answer> =>
  (await ask(`/api/explore/v2.1/catalog/datasets/${uid}${path}`)).json();
const exported = async (format: string): Promise<string> =>
  (await ask(`/api/explore/v2.1/catalog/datasets/${uid}/exports/${format}`)).text();

/** The version of an answer; fails when the answer mixes versions or has a wrong record. */
function versionOfRows(rows: readonly Row[]): number {
  const [first] = rows;
  if (!first) throw new Error('An answer has no records.');
  for (const { n, version, value } of rows) {
    if (version !== first.version) throw new Error(`An answer has versions ${first.version} and ${version}.`);
    if (value !== valueOf(n, version)) throw new Error(`Record ${n} of version ${version} has the value ${value}.`);
  }
  return first.version;
}

/** The version of a list of all records, of which none is missing and none is there twice. */
function versionOfAll(rows: readonly Row[]): number {
  const version = versionOfRows(rows);
  expect(rows.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(rowsOf(version).map(({ n }) => n));
  return version;
}

const numbered = ({ n, version, value }: Answer): Row => ({
  n: Number(n),
  version: Number(version),
  value: Number(value),
});
const between = (low: number, high: number): number => low + Math.floor(Math.random() * (high - low));

/** The ways of reading. Each checks its answer and returns the version that the answer shows. */
const readings: Readonly<Record<string, () => Promise<number>>> = {
  async page() {
    const offset = between(0, 1_900);
    const { total_count, results } = await explore(`/records?order_by=n&limit=20&offset=${offset}`);
    const version = versionOfRows(results);
    expect(total_count).toBe(countOf(version));
    expect(results.map(({ n }: Row) => n)).toEqual(Array.from({ length: 20 }, (_, index) => offset + index));
    return version;
  },
  async record() {
    const n = between(0, 2_000);
    const { total_count, results } = await explore(`/records?where=n%3D${n}`);
    expect([total_count, results[0].n]).toEqual([1, n]);
    return versionOfRows(results);
  },
  async aggregate() {
    const select = 'count(*) as all, sum(value) as total, min(version) as low, max(version) as high';
    const { results } = await explore(`/records?select=${encodeURIComponent(select)}&limit=1`);
    const version = results[0].low;
    const total = rowsOf(version).reduce((sum, { value }) => sum + value, 0);
    expect(results[0]).toEqual({ all: countOf(version), total, low: version, high: version });
    return version;
  },
  async groups() {
    const { results } = await explore('/records?select=count(*)%20as%20all,max(version)%20as%20high&group_by=team');
    const version = results[0].high;
    expect(results.map(({ all }: { all: number }) => all)).toEqual(Array(5).fill(countOf(version) / 5));
    return version;
  },
  async facets() {
    const { facets } = await explore('/facets?facet=team&facet=version');
    const byName = new Map<string, Answer>(facets.map(({ name, facets: values }: Answer) => [name, values]));
    const version = Number(byName.get('version')[0].name);
    expect(byName.get('version')).toHaveLength(1);
    expect(byName.get('team').map(({ count }: Answer) => count)).toEqual(Array(5).fill(countOf(version) / 5));
    return version;
  },
  csv: async () =>
    versionOfAll(parse(await exported('csv'), { columns: true, delimiter: ';', bom: true }).map(numbered)),
  jsonl: async () =>
    versionOfAll(
      (await exported('jsonl'))
        .trim()
        .split('\n')
        .map((line) => numbered(JSON.parse(line))),
    ),
  json: async () => versionOfAll(JSON.parse(await exported('json')).map(numbered)),
  async connection(): Promise<number> {
    const query = `query ($uid: ID!, $after: String) { catalogDataset(by: { uid: $uid }) {
      records(first: 100, after: $after, orderBy: [{ field: "n" }]) { nodes { values } pageInfo { endCursor } } } }`;
    let [after, version]: [string | null, number] = [null, 0];
    for (let page = 0; page < 3; page += 1) {
      const { data, errors } = (await (await ask('/graphql', { query, variables: { uid, after } })).json()) as Answer;
      // A republication ends the cursors of earlier ones.
      if (errors?.[0]?.message.includes('published again')) return readings['connection']?.() ?? NaN;
      if (errors) throw new Error(JSON.stringify(errors));
      const { nodes, pageInfo } = data.catalogDataset.records;
      const rows = nodes.map(({ values }: Answer) => values);
      version = versionOfRows(rows);
      expect(rows.map(({ n }: Row) => n)).toEqual(Array.from({ length: 100 }, (_, index) => page * 100 + index));
      after = pageInfo.endCursor;
    }
    return version;
  },
};

test(
  'mixed reading during republications shows no wrong answer, and the memory of the gateway does not grow',
  async () => {
    await publishNext();
    const end = performance.now() + minutes * 60_000;
    const names = Object.keys(readings);
    const counts = Object.fromEntries(names.map((name) => [name, 0]));
    const wrong: string[] = [];
    const memory: number[] = [];

    async function read(): Promise<void> {
      while (performance.now() < end) {
        const name = names[between(0, names.length)] ?? '';
        const oldest = versions.finished;
        try {
          const version = await readings[name]?.();
          if (version === undefined || version < oldest || version > versions.requested)
            throw new Error(`Version ${version} was read; ${oldest} to ${versions.requested} were possible.`);
          counts[name] = (counts[name] ?? 0) + 1;
        } catch (error) {
          if (wrong.length < 20) wrong.push(`${name}: ${String(error)}`);
        }
      }
    }
    async function publish(): Promise<void> {
      while (performance.now() < end) {
        await publishNext();
        await pause(1_000);
      }
    }
    async function measure(): Promise<void> {
      while (performance.now() < end) {
        await pause(5_000);
        memory.push(memoryNow(gateway.process));
        process.stdout.write(
          `\r${((end - performance.now()) / 60_000).toFixed(0)} minutes left, version ${versions.finished}, ${memory.at(-1)?.toFixed(0)} MB, ${wrong.length} wrong `,
        );
      }
    }
    await Promise.all([publish(), measure(), ...Array.from({ length: readers }, read)]);

    const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
    const quarter = memory.length >> 2;
    const [early, late] = [median(memory.slice(quarter, 2 * quarter)), median(memory.slice(-quarter))];
    // a run of less than a minute has too few samples to compare
    const isComparable = memory.length >= minSamples;
    process.stdout.write(
      `\nread ${JSON.stringify(counts)} during ${versions.finished} publications; memory ${early.toFixed(0)} MB in the second quarter, ${late.toFixed(0)} MB in the last\n`,
    );
    expect(wrong).toEqual([]);
    for (const name of names) expect(counts[name]).toBeGreaterThan(0);
    if (isComparable) expect(late).toBeLessThan(early * 1.1 + 10);
  },
  (minutes + 10) * 60_000,
);
