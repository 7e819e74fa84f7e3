import { expect, test } from '@jest/globals';
import type { DataRecord } from '#engine/records/record.ts';
import { RecordEncoder, RecordIdentity } from '#records/table/record-encoder.ts';
import { assignColumns } from '#records/record-field.ts';
import { testApp, type TestApp } from '#test/support/app.ts';
import { secretsKey } from '#test/support/backups.ts';
import { publishRecords, type TestField } from '#test/support/datasets/records.ts';
import { push, seedRealtime } from '#test/support/datasets/realtime.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp({ SECRETS_KEY: secretsKey });
const other = await testApp({ SECRETS_KEY: secretsKey });

const fields: TestField[] = [
  { name: 'name', type: 'text' },
  { name: 'salary', type: 'int' },
];
const bob = { name: 'Bob', salary: 5_000 };
const records: DataRecord[] = [{ name: 'Ada', salary: 9_000 }, bob, bob, bob, { name: 'Bob', salary: 6_000 }];

const query = `query ($uid: ID!, $where: String) { catalogDataset(by: { uid: $uid }) { records(where: $where) { nodes { recordId values } } } }`;
const idsOf = async ({ admin: client }: Pick<TestApp, 'admin'>, uid: string, where?: string): Promise<string[]> =>
  (await client.data(query, { uid, where })).catalogDataset.records.nodes.map(
    ({ recordId }: { recordId: string }) => recordId,
  );

async function published(on: TestApp = app): Promise<string> {
  const uid = await seedDataset(on.admin);
  await publishRecords(on, uid, fields, records);
  return uid;
}

const field = (name: string, type: TestField['type'], annotations: TestField['annotations'] = []) => ({
  ...{ name, type, label: name, description: '', annotations },
});
const allTypes = [
  ...[field('b', 'text'), field('a', 'text'), field('n', 'int'), field('d', 'double'), field('day', 'date')],
  ...[field('at', 'datetime'), field('p', 'geo_point_2d'), field('s', 'geo_shape'), field('f', 'file')],
  ...[field('tags', 'text', [{ name: 'multivalued', args: [';'] }]), field('größe', 'double')],
];
const idFields = allTypes.map((each) =>
  ['n', 'tags'].includes(each.name) ? { ...each, annotations: [...each.annotations, { name: 'id', args: [] }] } : each,
);

/** Records, and the identifiers that earlier versions of the service gave to them with these fields, and with two that identify. */
const known: readonly [DataRecord, string, string][] = [
  [{}, '49703188c5fb5cf02b54750cb2e55db77e23fc97', '49703188c5fb5cf02b54750cb2e55db77e23fc97'],
  [{ a: '', b: null }, '696f81654e93a910ba36949b927f40322e3a8969', '49703188c5fb5cf02b54750cb2e55db77e23fc97'],
  [{ a: 'x', n: 5 }, 'e31f215eba60e0a845f8a09102e48fad28ab0a42', '3c7f00c75734e3af570b0cdc10e378bdb90ee263'],
  [
    {
      ...{ a: 'é "q" \n', b: '\u{1F600}', n: -9007199254740991, d: 1e-7, day: '2024-02-29' },
      ...{ at: '2024-02-29T10:00:00.123456789Z', p: { lat: 46.9, lon: -7.4 } },
      ...{ s: { type: 'Point', coordinates: [1, 2] }, f: { mimetype: null, filename: 'a.png' } },
      ...{ tags: ' a;;"b\\"', größe: 1e21 },
    },
    'ad1fa684f0eb6af828c0b9abedca2eb4f4846f7d',
    'aaacfea0db3509c6a10b0d7969007a70d76e5a31',
  ],
  [
    { d: -0, day: '0000-01-01', at: '2026-01-31T08:00:00Z', tags: ['x', ' y '] },
    'd71002b2a16d14ef73f5bf21808a18961fc69b18',
    'df06c0ff3e3f779de3ba48ec62504f5a9958fbc2',
  ],
  [
    { a: { z: 1, a: [1] }, n: 1.5, d: 5e-324 },
    'c67a7ee2ac6b001131bc43e171da01a3096e701b',
    '49703188c5fb5cf02b54750cb2e55db77e23fc97',
  ],
  [{ a: '\ud800', tags: ';' }, 'b97e644a14d1f7f9926f021e90be11fa79bf047d', '49703188c5fb5cf02b54750cb2e55db77e23fc97'],
];

test('a record has the identifier that earlier versions gave to it', () => {
  const identity = new RecordIdentity(Buffer.alloc(32, 7));
  const idsWith = (described: typeof allTypes) => {
    const encoder = new RecordEncoder(assignColumns(described), { identity, madeAt: new Date() });
    return known.map(([record]) => identity.idOf(encoder.digestOf(record)));
  };
  expect(idsWith(allTypes)).toEqual(known.map(([, id]) => id));
  expect(idsWith(allTypes.toReversed())).toEqual(known.map(([, id]) => id));
  expect(idsWith(idFields)).toEqual(known.map(([, , id]) => id));
  const first = known[2]?.[1] ?? '';
  expect([0, 1, 300].map((n) => identity.repeatedIdOf(first, n))).toEqual([
    first,
    '6fde0e90d14a9715c8c1df2e40e1b8417eab5265',
    '6cf1959f0b8e226f262e0fa31b8a731531378621',
  ]);
});

test('equal records have other identifiers in another dataset and in another catalog with the same key', async () => {
  const ids = await Promise.all([
    idsOf(app, await published()),
    idsOf(app, await published()),
    idsOf(other, await published(other)),
  ]);
  expect(new Set(ids.flat()).size).toBe(15);
});

test('an identifier stays over publications, and shows no equality with other records', async () => {
  const uid = await published();
  const ids = await idsOf(app, uid);
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(5);
  await publishRecords(app, uid, fields.toReversed(), records);
  expect(await idsOf(app, uid)).toEqual(ids);
  expect(await idsOf(app, uid, `_id = "${ids[2] ?? ''}"`)).toEqual([ids[2]]);
});

test('pushed records have the identifiers that a publication gives them', async () => {
  const { datasetUid: uid, url } = await seedRealtime(app);
  const added = [bob, { name: 'Eve', salary: 1 }, bob, { name: 'Eve', salary: 1 }];
  await publishRecords(app, uid, fields, [...records, ...added, ...added]);
  const ids = await idsOf(app, uid);
  await publishRecords(app, uid, fields, records);
  await push(app, url, added);
  expect(await idsOf(app, uid)).toEqual(ids.slice(0, 9));
  await push(app, url, added);
  expect(await idsOf(app, uid)).toEqual(ids);
});

test('pushed records are numbered behind many equal ones', async () => {
  const { datasetUid: uid, url } = await seedRealtime(app);
  const last = async () => {
    const path = `/api/explore/v2.1/catalog/datasets/${uid}/records?limit=100&offset=2300&select=_id`;
    return (await app.admin.request('GET', path)).body.results.map(({ _id }: { _id: string }) => _id);
  };
  const many = (count: number) => Array.from({ length: count }, () => bob);
  await publishRecords(app, uid, fields, many(2_400));
  const ids = await last();
  await publishRecords(app, uid, fields, many(2_350));
  await push(app, url, many(49));
  await push(app, url, many(1));
  expect(await last()).toEqual(ids);
});
