import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { seedDataset } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, unauthenticated } = app;
const uid = await publishedTowns(app, web);
for (let count = 1; count < 4; count++) await seedDataset(admin);

/** The limit and the offset of a link to a page; null without a link. */
const pageOf = (link: string | null | undefined) => {
  const query = link == null ? undefined : new URL(link).searchParams;
  return query ? [Number(query.get('limit')), Number(query.get('offset'))] : null;
};

test.each([
  [1, 0, [1, 1], null],
  [2, 0, [2, 2], null],
  [2, 1, [2, 3], [2, 0]],
  [2, 2, null, [2, 0]],
  [1, 3, null, [1, 2]],
  [3, 1, null, [3, 0]],
  [4, 0, null, null],
  [5, 0, null, null],
  [2, 4, null, [2, 2]],
])(
  'of four datasets, the page of %d from %d has the next page %j and the previous page %j',
  async (limit, offset, next, previous) => {
    const { body } = await admin.rest('GET', `/datasets/?limit=${limit}&offset=${offset}`);
    expect([body.total_count, pageOf(body.next), pageOf(body.previous)]).toEqual([4, next, previous]);
  },
);

test.each([
  [1, 0, [1, 1], [1, 4]],
  [2, 3, null, [2, 4]],
  [1, 4, null, [1, 4]],
  [5, 0, null, [5, 0]],
  [4, 0, [4, 4], [4, 4]],
  [6, 0, null, [6, 0]],
])(
  'of five records, the page of %d from %d has the next page %j and the last page %j',
  async (limit, offset, next, last) => {
    const path = `/api/explore/v2.1/catalog/datasets/${uid}/records?include_links=true&limit=${limit}&offset=${offset}`;
    const { body } = await unauthenticated.request('GET', path);
    const hrefOf = (rel: string) => body._links.find((link: { rel: string }) => link.rel === rel)?.href;
    expect([body.total_count, pageOf(hrefOf('next')), pageOf(hrefOf('last'))]).toEqual([5, next, last]);
  },
);

test.each([
  ['first: 4', false, false],
  ['first: 3', true, false],
  ['first: 3, offset: 1', false, true],
  ['first: 1, offset: 2', true, true],
])(
  'of four items, the page %s says whether others follow and precede it',
  async (args, hasNextPage, hasPreviousPage) => {
    const info = 'pageInfo { hasNextPage hasPreviousPage }';
    const query = `query ($uid: ID!) { datasets(${args}) { ${info} }
    catalogDataset(by: { uid: $uid }) { records(where: "country != \\"EC\\"", ${args}) { totalCount ${info} } } }`;
    const pageInfo = { hasNextPage, hasPreviousPage };
    expect(await admin.data(query, { uid })).toEqual({
      datasets: { pageInfo },
      catalogDataset: { records: { totalCount: 4, pageInfo } },
    });
  },
);
