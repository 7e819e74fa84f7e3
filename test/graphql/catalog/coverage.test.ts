import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from '#kernel/sql.ts';
import { fillEntries } from '#catalog/catalog-entry.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { seedPublished } from '#test/support/datasets/catalog.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
const { db } = app.services;

const found = async (client: Client, filter: string): Promise<string[]> =>
  (
    await client.data(
      `{ catalog(filter: ${filter}, orderBy: { field: DATASET_ID }) { totalCount nodes { datasetId } } }`,
    )
  ).catalog.nodes.map(({ datasetId }: { datasetId: string }) => datasetId);

/** Gives a dataset records with these bounds in its fields, as a publication writes them. */
async function seedExtent(uid: string, bounds: Readonly<Record<string, readonly number[]>>): Promise<void> {
  const extent = Object.fromEntries(
    Object.entries(bounds).map(([name, box]) => [name, { bounds: box, types: ['Point'] }] as const),
  );
  const fields = Object.keys(bounds).map((name) => ({ name, type: 'geo_point_2d' }));
  await db.rows(sql`
    with made as (insert into generation (dataset_uid, words, fields, extent)
      values (${uid}, 'complete', ${JSON.stringify(fields)}::jsonb, ${JSON.stringify(extent)}::jsonb) returning id)
    update dataset set generation = (select id from made) where uid = ${uid}`);
  await db.rows(sql`update catalog_entry set derivation = 0 where uid = ${uid}`);
  await fillEntries(app.services);
}

const periods: readonly (readonly [string, string | null, string | null])[] = [
  ['t-day', '2024-02-29', '2024-02-29'],
  ['t-year', '2020', '2021'],
  ['t-month', '2023-05', '2023-06'],
  ['t-since', '2022-01-01', null],
  ['t-until', null, '2019'],
  ['t-none', null, null],
  ['t-reversed', '2021', '2020'],
];
for (const [id, start, end] of periods)
  await seedPublished(app, id, {
    described: { title: id },
    metadata: {
      dcat: {
        ...(start !== null && { temporal_coverage_start: { value: start } }),
        ...(end !== null && { temporal_coverage_end: { value: end } }),
      },
    },
  });

// what another catalog sent may be no date
const wrong = await seedPublished(app, 't-wrong');
await db.rows(sql`update dataset set published_metadata =
  '{"dcat": {"temporal_coverage_start": {"value": "spring"}, "temporal_coverage_end": {"value": "2024-02-31"}}}' where uid = ${wrong}`);
await db.rows(sql`update catalog_entry set derivation = 0`);
await fillEntries(app.services);

test.each([
  ['the whole of time finds what states a coverage', '{}', ['t-day', 't-month', 't-since', 't-until', 't-year']],
  ['a day is in the range until its end', '{ from: "2024-02-29T23:59:59Z" }', ['t-day', 't-since']],
  ['and not after it', '{ from: "2024-03-01T00:00:00Z" }', ['t-since']],
  ['a year ends with its last day', '{ from: "2021-12-31T00:00:00Z", until: "2022-01-01T00:00:00Z" }', ['t-year']],
  ['and a month', '{ from: "2023-06-30T00:00:00Z", until: "2023-07-01T00:00:00Z" }', ['t-month', 't-since']],
  ['without a start it began ever', '{ until: "1900-01-01T00:00:00Z" }', ['t-until']],
  ['the end of a range is outside', '{ from: "2019-12-31T00:00:00Z", until: "2020-01-01T00:00:00Z" }', ['t-until']],
])('datasets are found by the time that they are about: %s', async (_rule, period, expected) => {
  expect(await found(unauthenticated, `{ period: ${period} }`)).toEqual(expected);
});

test.each([
  ['{ period: { from: "2024-01-01T00:00:00Z", until: "2024-01-01T00:00:00Z" } }', 'filter.period.until'],
  ['{ place: { west: 181, south: 0, east: 0, north: 0 } }', 'filter.place'],
  ['{ place: { west: 0, south: -91, east: 0, north: 0 } }', 'filter.place'],
  ['{ place: { west: 0, south: 1, east: 0, north: 0 } }', 'filter.place.north'],
])('the filter %s is refused', async (filter, field) => {
  const { errors } = await unauthenticated.graph(`{ catalog(filter: ${filter}) { totalCount } }`);
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', fields: { [field]: [expect.any(String)] } });
});

const square = { a: [0, 0, 10, 10], b: [20, 20, 30, 30], c: [170, -10, 180, 10] } as const;
for (const [id, box] of Object.entries(square))
  await seedExtent(await seedPublished(app, `p-${id}`, { fields: [{ name: 'at', type: 'geo_point_2d' }] }), {
    at: box,
  });

const box = (west: number, south: number, east: number, north: number): string =>
  `{ place: { west: ${west}, south: ${south}, east: ${east}, north: ${north} } }`;

test.each([
  ['a box that shares an area', box(5, 5, 25, 25), ['p-a', 'p-b']],
  ['a border', box(10, 10, 15, 15), ['p-a']],
  ['a point', box(25, 25, 25, 25), ['p-b']],
  ['nothing', box(11, 11, 19, 19), []],
  ['a box across the antimeridian', box(160, 0, -170, 5), ['p-c']],
  ['the earth', box(-180, -90, 180, 90), ['p-a', 'p-b', 'p-c']],
])('datasets are found by place: %s', async (_rule, filter, expected) => {
  expect(await found(unauthenticated, filter)).toEqual(expected);
});

test('any box finds what its corners tell', async () => {
  const longitude = fc.integer({ min: -180, max: 180 });
  const latitude = fc.integer({ min: -90, max: 90 });
  await fc.assert(
    fc.asyncProperty(longitude, longitude, latitude, latitude, async (west, east, one, other) => {
      const [south, north] = [Math.min(one, other), Math.max(one, other)];
      const isIn = (from: number, to: number) =>
        west <= east ? from <= east && to >= west : to >= west || from <= east;
      const expected = Object.entries(square).flatMap(([id, [w, s, e, n]]) =>
        isIn(w, e) && s <= north && n >= south ? [`p-${id}`] : [],
      );
      expect(await found(unauthenticated, box(west, south, east, north))).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('a place is found only by callers who see it: hidden fields, filtered records and restricted datasets do not tell', async () => {
  const far = box(100, 50, 110, 60);
  const at = { name: 'at', type: 'geo_point_2d' };
  const hidden = await seedPublished(app, 'r-hidden', {
    fields: [at, { name: 'home', type: 'geo_point_2d' }],
    defaultSecurity: { visibleFields: ['at'] },
  });
  await seedExtent(hidden, { at: [0, 40, 1, 41], home: [105, 55, 105, 55] });
  const filtered = await seedPublished(app, 'r-filtered', { fields: [at], defaultSecurity: { filterQuery: 'x = 1' } });
  await seedExtent(filtered, { at: [105, 55, 105, 55] });
  const restricted = await seedPublished(app, 'r-restricted', { fields: [at], isRestricted: true });
  await seedExtent(restricted, { at: [105, 55, 105, 55] });
  const reader = await seedUser(app, 'reader');
  expect(await found(unauthenticated, far)).toEqual([]);
  expect(await found(unauthenticated, box(0, 40, 1, 41))).toEqual(['r-hidden']);
  expect(await found(reader, far)).toEqual([]);
  expect(await found(admin, far)).toEqual(['r-filtered', 'r-hidden', 'r-restricted']);
  await seedRuleset(app, restricted, { user: 'reader', permissions: ['explore_restricted_dataset'] });
  await seedRuleset(app, hidden, { user: 'reader', security: { visibleFields: ['home'] } });
  expect(await found(reader, far)).toEqual(['r-hidden', 'r-restricted']);
});
