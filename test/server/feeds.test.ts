import { DOMParser, type Element } from '@xmldom/xmldom';
import { expect, test } from '@jest/globals';
import { SaxesParser } from 'saxes';
import { sql } from '#kernel/sql.ts';
import { testApp, type TestApp } from '../support/app.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { runAndFinish } from '../support/datasets/publishing.ts';

const root = 'http://localhost';
const app = await testApp();
const below = await testApp({ WORKER: 'off', PUBLIC_URL: 'https://city.example/data' });
const hostile = `</title><b>&amp; "'\u0001 \u{1F333}]]>`;
await seedPublished(app, 'rivers', {
  described: { title: 'Rivers', description: '<p>All <b>rivers</b>.</p>', publisher: 'City', keyword: ['water'] },
  themes: ['Environment'],
});
const lakes = await seedPublished(app, 'lakes', { described: { title: hostile, keyword: ['water', hostile] } });
await seedPublished(app, 'budget', { described: { title: 'Budget' } });
await seedPublished(app, 'wells', { described: { title: 'Wells', keyword: ['water'] }, isRestricted: true });
await seedPublished(below, 'rivers', { described: { title: 'Rivers' } });

const get = (url: string, { http }: Pick<TestApp, 'http'> = app, headers: Readonly<Record<string, string>> = {}) =>
  http.inject({ url, headers });

/** A parser that does not warn of replaced characters; the validation finds errors. */
const quietParser = new DOMParser({ onError: () => undefined });
const namespace = 'http://www.w3.org/2005/Atom';
const childrenOf = (parent: Element, name: string): Element[] =>
  [...parent.childNodes].filter(
    (node): node is Element => node.nodeName === name && 'namespaceURI' in node && node.namespaceURI === namespace,
  );
const textIn = (parent: Element, name: string): string => childrenOf(parent, name)[0]?.textContent ?? '';
const linkIn = (parent: Element, relation: string): string =>
  childrenOf(parent, 'link')
    .find((each) => each.getAttribute('rel') === relation)
    ?.getAttribute('href') ?? '';

/** What a document lacks to be valid Atom (RFC 4287, 4.1). */
function problemsOf(xml: string): string[] {
  const problems: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', ({ message }) => problems.push(message));
  parser.write(xml).close();
  const feed = quietParser.parseFromString(xml, 'application/xml').documentElement;
  if (feed?.nodeName !== 'feed' || feed.namespaceURI !== namespace) return [...problems, 'no feed'];
  const entries = childrenOf(feed, 'entry');
  const isAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);
  const isInstant = (text: string): boolean =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
  for (const each of [feed, ...entries]) {
    const place = each === feed ? 'feed' : `entry ${textIn(each, 'title')}`;
    for (const name of ['id', 'title', 'updated'])
      if (childrenOf(each, name).length !== 1) problems.push(`${place}: ${name}`);
    for (const name of ['published', 'summary', 'content', 'rights'])
      if (childrenOf(each, name).length > 1) problems.push(`${place}: ${name}`);
    if (!isAddress(textIn(each, 'id'))) problems.push(`${place}: id is no IRI`);
    for (const name of ['updated', 'published'])
      for (const { textContent } of childrenOf(each, name))
        if (!isInstant(textContent ?? '')) problems.push(`${place}: ${name} is no instant`);
    if (!isAddress(linkIn(each, 'alternate'))) problems.push(`${place}: no page`);
    for (const author of childrenOf(each, 'author'))
      if (childrenOf(author, 'name').length !== 1) problems.push(`${place}: author`);
    for (const category of childrenOf(each, 'category'))
      if (!category.getAttribute('term')) problems.push(`${place}: category`);
  }
  if (childrenOf(feed, 'author').length === 0 && entries.some((each) => childrenOf(each, 'author').length === 0))
    problems.push('feed: author');
  if (!isAddress(linkIn(feed, 'self'))) problems.push('feed: self');
  const ids = entries.map((each) => textIn(each, 'id'));
  if (new Set(ids).size < ids.length) problems.push('feed: equal ids');
  return problems;
}

/** Reads a feed, which must be valid. */
async function readFeed(
  url: string,
  each: Pick<TestApp, 'http'> = app,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await get(url, each, headers);
  expect([url, answer.statusCode, answer.headers['content-type']]).toEqual([
    url,
    200,
    'application/atom+xml; charset=utf-8',
  ]);
  expect(problemsOf(answer.body)).toEqual([]);
  const feed = quietParser.parseFromString(answer.body, 'application/xml').documentElement;
  if (!feed) throw new Error('The feed is empty.');
  const entries = childrenOf(feed, 'entry').map((entry) => ({
    id: textIn(entry, 'id'),
    title: textIn(entry, 'title'),
    summary: textIn(entry, 'summary'),
    updated: textIn(entry, 'updated'),
    page: linkIn(entry, 'alternate'),
    categories: childrenOf(entry, 'category').map((each) => each.getAttribute('term')),
  }));
  return {
    ...answer,
    title: textIn(feed, 'title'),
    updated: textIn(feed, 'updated'),
    language: feed.getAttribute('xml:lang'),
    self: linkIn(feed, 'self'),
    page: linkIn(feed, 'alternate'),
    entries,
  };
}

test('the validation finds what is wrong', () => {
  expect(problemsOf('<feed/>')).toContain('no feed');
  expect(
    problemsOf(`<feed xmlns="${namespace}"><id>x</id><updated>today</updated><entry/></feed>`).length,
  ).toBeGreaterThan(8);
});

test('the feed of a search has what the page with the same parameters finds, the last changed first, and leads to pages', async () => {
  const all = await readFeed('/feeds/datasets');
  expect(all.entries.map(({ page }) => page).toSorted()).toEqual(
    ['budget', 'lakes', 'rivers'].map((name) => `${root}/datasets/${name}`),
  );
  expect(all.entries.map(({ updated }) => updated)).toEqual(
    all.entries
      .map(({ updated }) => updated)
      .toSorted()
      .reverse(),
  );
  expect([all.self, all.page, all.updated]).toEqual([`${root}/feeds/datasets`, `${root}/`, all.entries[0]?.updated]);
  const found = await readFeed('/feeds/datasets?q=rivers&theme=Environment&sort=TITLE&page=7&lang=en');
  expect(found.entries).toEqual([
    expect.objectContaining({ title: 'Rivers', summary: 'All rivers.', categories: ['Environment', 'water'] }),
  ]);
  expect([found.self, found.page]).toEqual([
    `${root}/feeds/datasets?q=rivers&theme=Environment`,
    `${root}/?q=rivers&theme=Environment`,
  ]);
  expect((await readFeed('/feeds/datasets?q=nothing-like-this')).entries).toEqual([]);
  expect((await get(found.entries[0]?.page.slice(root.length) ?? '')).statusCode).toBe(200);
});

test('no text breaks out of a feed', async () => {
  const { entries } = await readFeed('/feeds/datasets?keyword=water');
  const shown = hostile.replace('\u0001', '\uFFFD');
  expect(entries.find(({ page }) => page.endsWith('/lakes'))).toMatchObject({
    title: shown,
    categories: ['water', shown],
  });
  expect((await readFeed(`/feeds/datasets?q=${encodeURIComponent(hostile)}`)).title).toContain('</title><b>');
});

test('a feed has at most 50 entries, and none that its reader may not see', async () => {
  for (let index = 0; index < 55; index += 1) await seedPublished(below, `set-${String(index)}`);
  const { entries, self } = await readFeed('/feeds/datasets', below);
  expect(entries).toHaveLength(50);
  expect(self).toBe('https://city.example/data/feeds/datasets');
  expect(entries.filter(({ page }) => !page.startsWith('https://city.example/data/datasets/'))).toEqual([]);
  expect((await readFeed('/feeds/datasets')).body).not.toContain('wells');
  const withKey = await readFeed('/feeds/datasets?apikey=test-administrator-key');
  expect(withKey.body).toContain('wells');
  expect(withKey.body).not.toContain('test-administrator-key');
  expect(withKey.headers['cache-control']).toBe('private, no-store');
});

test('the feed of a dataset has its publications, its description and its files, each with an id of its time', async () => {
  await app.admin.upload(`/datasets/${lakes}/attachments/`, 'depths.csv', 'Depths.');
  const before = await readFeed('/feeds/datasets/lakes');
  expect(before.entries.map(({ title }) => title.replace(/:.*/s, ''))).toEqual(['New file', 'Published']);
  expect(before.entries.map(({ page }) => page)).toEqual(before.entries.map(() => `${root}/datasets/lakes`));
  await app.services.db.rows(
    sql`update dataset set data_processed_at = now() + interval '1 hour', metadata_processed_at = now() + interval '2 hours' where uid = ${lakes}`,
  );
  const after = await readFeed('/feeds/datasets/lakes');
  expect(after.entries.map(({ title }) => title.replace(/:.*/s, ''))).toEqual([
    'New description',
    'New data',
    'New file',
    'Published',
  ]);
  expect(after.entries.slice(2)).toEqual(before.entries);
  const french = await readFeed('/feeds/datasets/lakes', app, { 'accept-language': 'fr' });
  expect([french.language, french.entries[1]?.title]).toEqual(['fr', expect.stringMatching(/^Nouvelles données : /)]);
});

test('clients validate a feed by its tag, and caches keep it', async () => {
  for (const url of ['/feeds/datasets?theme=Environment', '/feeds/datasets/rivers']) {
    const { headers } = await readFeed(url);
    expect(headers['cache-control']).toMatch(/^public, max-age=/);
    const again = await get(url, app, { 'if-none-match': String(headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  }
});

test('there is no feed of what is not there', async () => {
  const uid = await seedPublished(app, 'ponds');
  await runAndFinish(app.admin, 'unpublishDataset', uid);
  for (const [name, status] of [
    ['ponds', 410],
    ['wells', 404],
    ['nowhere', 404],
  ] as const)
    expect([name, (await get(`/feeds/datasets/${name}`)).statusCode]).toEqual([name, status]);
});
