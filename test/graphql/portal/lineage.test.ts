import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { addRelation, seedAsset, seedPublishedDataset, enableMarketplace } from '#test/support/portal/relations.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const {
  admin,
  unauthenticated,
  services: { db },
} = app;
beforeAll(() => enableMarketplace(app));

interface Hop {
  readonly depth: number;
  readonly viaUid: string;
  readonly relationType: string;
  readonly asset: { readonly uid: string };
}
interface Asked {
  readonly direction?: 'uses' | 'sources';
  readonly depth?: number;
  readonly limit?: number;
}

const query =
  'query ($uid: ID!, $direction: LineageDirection!, $depth: Int, $limit: Int) { asset(uid: $uid) { lineage(direction: $direction, depth: $depth, limit: $limit) { isTruncated hops { depth viaUid relationType asset { uid } } } } }';
const ask = async (
  client: Client,
  uid: string,
  { direction = 'uses', depth = 20, limit = 1000 }: Asked = {},
): Promise<{ hops: readonly Hop[]; isTruncated: boolean }> =>
  (await client.data(query, { uid, direction, depth, limit })).asset.lineage;

/** Assets by letter, with the relations `ab` for: b uses a. */
async function graph(letters: string, relations: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const uids = Object.fromEntries(
    await Promise.all([...letters].map(async (letter) => [letter, await seedAsset(admin, { title: letter })] as const)),
  );
  for (const [source = '', use = ''] of relations) await addRelation(admin, uids[source] ?? '', uids[use] ?? '');
  return uids;
}

/** Hops as `depth via → asset`, by the letters of assets. */
const written = (uids: Readonly<Record<string, string>>, hops: readonly Hop[]): string[] => {
  const letter = (uid: string) => Object.keys(uids).find((name) => uids[name] === uid) ?? '?';
  return hops.map(({ depth, viaUid, asset }) => `${String(depth)} ${letter(viaUid)}${letter(asset.uid)}`).toSorted();
};

test('a chain is followed in either direction, as far as the depth', async () => {
  const uids = await graph('abcd', ['ab', 'bc', 'cd']);
  const { hops, isTruncated } = await ask(unauthenticated, uids['a'] ?? '');
  expect([written(uids, hops), isTruncated]).toEqual([['1 ab', '2 bc', '3 cd'], false]);
  expect(written(uids, (await ask(unauthenticated, uids['d'] ?? '', { direction: 'sources', depth: 2 })).hops)).toEqual(
    ['1 dc', '2 cb'],
  );
  const { asset } = await unauthenticated.data(
    `{ asset(uid: "${uids['a'] ?? ''}") { lineage(direction: uses) { hops { depth relationType asset { title } } } } }`,
  );
  expect(asset.lineage.hops).toEqual(
    ['b', 'c', 'd'].map((title, index) => ({ depth: index + 1, relationType: 'usage', asset: { title } })),
  );
});

test('a cycle ends where it began, which is no hop', async () => {
  const uids = await graph('abc', ['ab', 'bc', 'ca', 'cb']);
  expect(written(uids, (await ask(unauthenticated, uids['a'] ?? '')).hops)).toEqual(['1 ab', '2 bc']);
  expect(written(uids, (await ask(unauthenticated, uids['b'] ?? '', { direction: 'sources' })).hops)).toEqual([
    '1 ba',
    '1 bc',
  ]);
});

test('the end of a diamond comes once, by the first of its ways', async () => {
  const uids = await graph('abcd', ['ab', 'ac', 'bd', 'cd']);
  await addRelation(admin, uids['b'] ?? '', uids['d'] ?? '', 'join');
  await addRelation(admin, uids['c'] ?? '', uids['d'] ?? '', 'join');
  const first = (uids['b'] ?? '') < (uids['c'] ?? '') ? 'b' : 'c';
  const { hops } = await ask(unauthenticated, uids['a'] ?? '');
  expect(written(uids, hops)).toEqual(['1 ab', '1 ac', `2 ${first}d`]);
  expect(hops.at(-1)?.relationType).toBe('join');
});

test('a budget keeps the nearest assets, and reports that others are missing', async () => {
  const uids = await graph('abcdef', ['ab', 'ac', 'ad', 'be', 'ef']);
  const [near = '', ...others] = ['b', 'c', 'd'].map((letter) => uids[letter] ?? '').toSorted();
  const asked = async (limit: number, depth = 20) => {
    const { hops, isTruncated } = await ask(unauthenticated, uids['a'] ?? '', { limit, depth });
    return [hops.map(({ asset }) => asset.uid), isTruncated];
  };
  expect(await asked(1)).toEqual([[near], true]);
  expect(await asked(3)).toEqual([[near, ...others], true]);
  expect(await asked(3, 1)).toEqual([[near, ...others], false]);
  expect(await asked(4)).toEqual([[near, ...others, uids['e']], true]);
  expect(await asked(5)).toEqual([[near, ...others, uids['e'], uids['f']], false]);
});

test('assets hidden from the caller are neither traversed nor counted', async () => {
  const uids = await graph('abcd', ['ab']);
  const secret = await seedPublishedDataset(app, { isRestricted: true });
  for (const [source, use] of [
    ['a', secret],
    [secret, 'c'],
    [secret, 'd'],
  ] as const)
    await addRelation(admin, uids[source] ?? source, uids[use] ?? use);
  const reader = await seedUser(app, 'reader');
  await seedRuleset(app, secret, { user: 'reader' });
  expect(await ask(unauthenticated, uids['a'] ?? '', { limit: 1 })).toEqual({
    hops: [{ depth: 1, viaUid: uids['a'], relationType: 'usage', asset: { uid: uids['b'] } }],
    isTruncated: false,
  });
  expect((await ask(unauthenticated, uids['c'] ?? '', { direction: 'sources' })).hops).toEqual([]);
  expect(written({ ...uids, s: secret }, (await ask(reader, uids['a'] ?? '')).hops)).toEqual([
    '1 ab',
    '1 as',
    '2 sc',
    '2 sd',
  ]);
});

test('an argument out of range is refused by its name', async () => {
  const uid = await seedAsset(admin);
  for (const args of ['depth: 0', 'depth: 21', 'limit: 0', 'limit: 1001', 'depth: -1', 'limit: -2147483648']) {
    const { errors } = await unauthenticated.graph(
      `{ asset(uid: "${uid}") { lineage(direction: uses, ${args}) { isTruncated } } }`,
    );
    expect([args, errors?.map(({ extensions: { code, fields = {} } }) => [code, ...Object.keys(fields)])]).toEqual([
      args,
      [['INVALID_INPUT', args.split(':')[0]]],
    ]);
  }
  const { errors } = await unauthenticated.graph(
    '{ storedAssets(first: 1000) { nodes { lineage(direction: uses, limit: 101) { isTruncated } } } }',
  );
  expect(errors?.[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
});

interface Edge {
  readonly source: number;
  readonly use: number;
  readonly type: string;
}

/** The hops from a node as a search in breadth finds them, level by level. */
function searched(
  edges: readonly Edge[],
  uids: readonly string[],
  hidden: ReadonlySet<number>,
  start: number,
  { direction = 'uses', depth = 20, limit = 1000 }: Asked,
): { hops: Hop[]; isTruncated: boolean } {
  const steps = edges.map(({ source, use, type }) =>
    direction === 'uses' ? { from: source, to: use, type } : { from: use, to: source, type },
  );
  const uidOf = (index: number) => uids[index] ?? '';
  const [seen, hops] = [new Set([start]), [] as Hop[]];
  for (let level = 1, latest = [start]; level <= depth && latest.length > 0; level += 1) {
    const next = new Map<number, Hop>();
    for (const from of latest.toSorted((one, other) => (uidOf(one) < uidOf(other) ? -1 : 1))) {
      const found = steps
        .filter((step) => step.from === from && !seen.has(step.to) && !hidden.has(step.to))
        .toSorted((one, other) => (one.type < other.type ? -1 : 1));
      for (const { to, type } of found)
        if (!next.has(to))
          next.set(to, { depth: level, viaUid: uidOf(from), relationType: type, asset: { uid: uidOf(to) } });
    }
    hops.push(...[...next.values()].toSorted((one, other) => (one.asset.uid < other.asset.uid ? -1 : 1)));
    latest = [...next.keys()];
    latest.forEach((index) => seen.add(index));
  }
  return { hops: hops.slice(0, limit), isTruncated: hops.length > limit };
}

test('the lineage of any graph equals the result of a breadth-first search', async () => {
  const size = 9;
  const uids = [
    ...(await Promise.all(Array.from({ length: size - 3 }, () => seedAsset(admin)))),
    ...(await Promise.all(Array.from({ length: 3 }, () => seedPublishedDataset(app)))),
  ];
  await Promise.all(
    uids.slice(-3).map((uid) =>
      admin.data('mutation ($input: UpdateAssetInput!) { updateAsset(input: $input) { asset { uid } } }', {
        input: { uid, category: 'a' },
      }),
    ),
  );
  const node = fc.nat({ max: size - 1 });
  const edge = fc.record({ source: node, use: node, type: fc.constantFrom('federation', 'join', 'source', 'usage') });
  await fc.assert(
    fc.asyncProperty(
      fc.array(edge, { maxLength: 30 }),
      node,
      fc.subarray([6, 7, 8]),
      fc.constantFrom('uses', 'sources'),
      fc.integer({ min: 1, max: 10 }),
      fc.integer({ min: 1, max: 10 }),
      async (edges, start, restricted, direction, depth, limit) => {
        const kept = edges.filter(({ source, use }) => source !== use);
        await db.rows(sql`delete from asset_relation where source_uid = any(${uids}::text[])`);
        await db.rows(sql`insert into asset_relation (source_uid, use_uid, relation_type)
        select distinct * from unnest(${kept.map(({ source }) => uids[source])}::text[], ${kept.map(({ use }) => uids[use])}::text[], ${kept.map(({ type }) => type)}::text[])`);
        const hidden = new Set(restricted.filter((index) => index !== start));
        await db.rows(
          sql`update dataset set is_restricted = uid = any(${[...hidden].map((index) => uids[index])}::text[])`,
        );
        const asked = { direction, depth, limit };
        expect(await ask(unauthenticated, uids[start] ?? '', asked)).toEqual(
          searched(kept, uids, hidden, start, asked),
        );
      },
    ),
    { numRuns: 60 },
  );
});
