import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anonymous } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import { publicationModule } from '#publication/index.ts';
import { createContext } from '#server/create-context.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { publishedTowns, type TownsOptions } from '#test/support/datasets/explore.ts';
import { runAndFinish } from '#test/support/datasets/publishing.ts';
import { seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, unauthenticated } = app;
const { db } = app.services;

const many = Array.from({ length: 201 }, (_, index) => `Manytown${String(index)}`);
const csv = (rows: readonly (readonly string[])[]): string =>
  ['name,country,tags,path,founded', ...rows.map((row) => row.join(','))].join('\n');
const rows = [
  ['Château-d’Oex', 'Helvetia', 'lake;chalets', 'alps/west', '1085-03-01'],
  ['Bern', 'Helvetia', 'bears', 'alps/north', '1191-05-06'],
];
const facets = [{ field_name: 'name' }, { field_name: 'country' }, { field_name: 'tags' }];
const seed = (title: string, options: TownsOptions = {}) =>
  publishedTowns(app, web, {
    csv: csv(rows),
    facets,
    ...options,
    metadata: { default: { title: { value: title } }, ...options.metadata },
  });

/** Gives the reader a ruleset, as a manager does. */
const grant = (datasetUid: string) =>
  admin.data('mutation ($input: CreateUserRulesetInput!) { createUserRuleset(input: $input) { dataset { uid } } }', {
    input: { datasetUid, user: { username: 'reader' }, security: { visibleFields: ['name'] } },
  });

const open = await seed('Open places');
await seed('Without facets', { facets: [] });
await seed('Too many', { csv: csv(many.map((name) => [name, 'Utopia', '', '', '2001-01-01'])) });
const restricted = await seed('Restricted places', { isRestricted: true });
await seed('Filtered places', { defaultSecurity: { filterQuery: 'country = "Helvetia"' } });
await seed('Hidden data', { defaultSecurity: { isDataVisible: false } });
const part = await seed('Part of places', { defaultSecurity: { visibleFields: ['name', 'tags'] } });
const ruled = await seed('Ruled places');
await seedUser(app, 'reader');
await grant(ruled);
const reader = await seedUser(app, 'explorer', { permissions: ['explore_restricted_dataset'] });

interface Found {
  readonly node: { readonly title: string };
  readonly isApproximate: boolean;
  readonly values: readonly { readonly field: string; readonly label: string; readonly value: string }[];
}
const search = async (client: Client, query: string, more = ''): Promise<readonly Found[]> =>
  (
    await client.data(
      `query ($query: String) { catalog(query: $query${more}, orderBy: { field: TITLE }) { edges { isApproximate node { title } values { field label value } } } }`,
      { query },
    )
  ).catalog.edges;
const titles = async (client: Client, query: string, more = '') =>
  (await search(client, query, more)).map(({ node }) => node.title);

test.each([
  ['a value of a facet', 'bern', ['Open places', 'Part of places']],
  ['without accents and signs', 'chateau oex', ['Open places', 'Part of places']],
  ['by its beginning', 'chat', ['Open places', 'Part of places']],
  ['one of several values of a field', 'chalets', ['Open places', 'Part of places']],
  ['together with words of the metadata', 'open bears', ['Open places']],
  ['of two fields', 'helvetia bears', ['Open places']],
  ['no value of a field without a facet', 'alps', []],
  ['no value of a facet with more than 200 texts', 'manytown7', []],
  ['but those of a facet with few of them in the same dataset', 'utopia', ['Too many']],
])('words are found in values: %s', async (_rule, query, expected) => {
  expect(await titles(unauthenticated, query)).toEqual(expected);
});

test('an answer says in which field a word was found, and which value it is', async () => {
  const [first] = await search(unauthenticated, 'open chateau lakes');
  expect(first).toMatchObject({
    isApproximate: true,
    values: [
      { field: 'name', label: 'name', value: 'Château-d’Oex' },
      { field: 'tags', label: 'tags', value: 'lake' },
    ],
  });
  expect((await search(unauthenticated, 'open'))[0]?.values).toEqual([]);
  expect((await search(unauthenticated, ''))[0]?.values).toEqual([]);
});

test('values that not everyone sees are found by no one, and values never reveal hidden fields', async () => {
  const secrets = fc.constantFrom('bern', 'helvetia', 'bears', 'chalets', 'helv', 'utopias');
  await fc.assert(
    fc.asyncProperty(fc.array(secrets, { minLength: 1, maxLength: 2 }), async (words) => {
      for (const client of [unauthenticated, reader, admin]) {
        const found = await search(client, words.join(' '));
        for (const { node, values } of found) {
          expect(['Open places', 'Part of places', 'Too many']).toContain(node.title);
          if (node.title === 'Part of places') expect(values.map(({ field }) => field)).not.toContain('country');
        }
      }
    }),
    { numRuns: 15 },
  );
  expect(await titles(unauthenticated, 'part helvetia')).toEqual([]);
  expect(await titles(reader, 'restricted bern')).toEqual([]);
});

test('a value is found as long as everyone sees it', async () => {
  const change = (input: object) =>
    admin.data('mutation ($input: UpdateDatasetInput!) { updateDataset(input: $input) { dataset { uid } } }', {
      input,
    });
  const isFound = async () => (await titles(unauthenticated, 'part bern')).length === 1;
  expect(await isFound()).toBe(true);
  await change({ uid: part, defaultSecurity: { visibleFields: ['country'] } });
  expect(await isFound()).toBe(false);
  await change({ uid: part, defaultSecurity: { visibleFields: ['name'] } });
  expect(await isFound()).toBe(true);
  await change({ uid: part, isRestricted: true });
  expect(await isFound()).toBe(false);
  await change({ uid: part, isRestricted: false });
  await grant(part);
  expect(await isFound()).toBe(false);
  await change({ uid: restricted, isRestricted: false });
  expect(await titles(unauthenticated, 'restricted bern')).toEqual(['Restricted places']);
});

test('a dataset without a stated coverage is found by the dates of its records, where everyone sees them', async () => {
  const during = (from: string, until: string) =>
    titles(unauthenticated, '', `, filter: { period: { from: "${from}", until: "${until}" } }`);
  expect(await during('1085-03-01T12:00:00Z', '1085-03-02T00:00:00Z')).toContain('Open places');
  expect(await during('1085-03-01T12:00:00Z', '1085-03-02T00:00:00Z')).not.toContain('Hidden data');
  expect(await during('1191-05-07T00:00:00Z', '1900-01-01T00:00:00Z')).toEqual([]);
  expect(await during('2000-01-01T00:00:00Z', '2001-01-01T12:00:00Z')).toEqual(['Too many']);
});

test('records of earlier versions are summarized by a job, and the next publication has the values that it wrote', async () => {
  await db.rows(sql`update generation set summary = null where dataset_uid = ${open}`);
  await db.rows(sql`update catalog_entry set derivation = 0 where uid = ${open}`);
  const { prepare } = (await import('#catalog/index.ts')).catalogModule;
  await prepare?.(app.services);
  expect(await titles(unauthenticated, 'open bern')).toEqual([]);
  const job = publicationModule.jobs?.find(({ queue }) => queue === 'records_summary');
  const { signal } = new AbortController();
  await job?.run(createContext(app.services, anonymous, randomUUID()), {
    id: '',
    data: {},
    traceId: 'test',
    attempt: 1,
    signal,
  });
  expect(await titles(unauthenticated, 'open bern')).toEqual(['Open places']);
  await runAndFinish(admin, 'unpublishDataset', open);
  expect(await titles(admin, 'open bern')).toEqual([]);
  await runAndFinish(admin, 'publishDataset', open);
  expect(await titles(unauthenticated, 'open bern')).toEqual(['Open places']);
});
