import { expect, test } from '@jest/globals';
import { testApp, type TestApp } from '../support/app.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { runAndFinish } from '../support/datasets/publishing.ts';
import { seedForm } from '../support/portal/forms.ts';
import { seedCodeEditorPage, seedStudioPage } from '../support/portal/pages.ts';
import { addRelation, enableMarketplace } from '../support/portal/relations.ts';
import { violationsOf } from '../support/rdf.ts';

const hostile = `</script><script>alert(1)</script>"'<!-- >; rel="evil"`;
const described = { title: hostile, description: `<p>${hostile}</p>`, publisher: hostile, license: 'CC BY 4.0' };
const app = await testApp();
const below = await testApp({ WORKER: 'off', PUBLIC_URL: 'https://city.example/data' });
for (const each of [app, below])
  await seedPublished(each, 'rivers', { described, fields: [{ name: 'a', label: hostile }] });
await seedForm(app.admin, 'survey', { accessType: 'open' });

const get = (
  url: string,
  { http }: Pick<TestApp, 'http'> = app,
  headers: Readonly<Record<string, string>> = {},
  method: 'GET' | 'HEAD' = 'GET',
) => http.inject({ method, url, headers: { accept: 'text/html,*/*;q=0.8', ...headers } });

/** The JSON-LD of a page, one text for each script element. */
const jsonLdIn = (html: string): string[] =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, text = '']) => text);

test.each([
  ['at the root', app, 'http://localhost:80'],
  ['below a path', below, 'https://city.example/data'],
])('the page of a dataset has its JSON-LD and its links, %s', async (_name, each, root) => {
  const { statusCode, headers, body } = await get('/datasets/rivers', each);
  expect(statusCode).toBe(200);
  const [text = ''] = jsonLdIn(body);
  expect(await violationsOf(text, 'application/ld+json', 'croissant-1.0.ttl')).toEqual([]);
  expect(JSON.parse(text)).toMatchObject({
    '@type': 'Dataset',
    name: hostile,
    url: `${root}/datasets/rivers`,
    license: { name: 'CC BY 4.0', url: 'http://creativecommons.org/licenses/by/4.0/' },
  });
  const link = String(headers['link']);
  const normal = new URL(root).href.replace(/\/$/, '');
  expect(link).toContain(`<${normal}/datasets/rivers>; rel="canonical"`);
  expect(link).toContain(`<${normal}/datasets/rivers>; rel="alternate"; type="text/turtle"`);
  expect(link).not.toContain('evil');
  expect(body).toContain(`<link rel="canonical" href="${root.replace(':80', '')}/datasets/rivers"`);
  expect(body).toContain(
    '<span id="license"><a href="http://creativecommons.org/licenses/by/4.0/" rel="license">CC BY 4.0</a></span>',
  );
});

test('a page is validated by its tag, kept or not, also by HEAD, and differs by what its client accepts', async () => {
  for (const url of ['/datasets/rivers', '/', '/forms/survey']) {
    const first = await get(url);
    const { etag, link } = first.headers;
    const kept = await get(url);
    expect([url, kept.body, kept.headers['etag'], kept.headers['link']]).toEqual([url, first.body, etag, link]);
    const validated = await get(url, app, { 'if-none-match': String(etag) });
    expect([url, validated.statusCode, validated.body]).toEqual([url, 304, '']);
    const head = await get(url, app, {}, 'HEAD');
    expect([url, head.statusCode, head.body, head.headers['etag'], head.headers['link']]).toEqual([
      url,
      200,
      '',
      etag,
      link,
    ]);
  }
  const vary = String((await get('/datasets/rivers')).headers['vary']).split(', ');
  expect(vary).toEqual(expect.arrayContaining(['accept', 'accept-language', 'cookie']));
});

test('the page of a dataset by its uid names the address by its identifier', async () => {
  const { uid } = (await app.admin.data('{ catalogDataset(by: { datasetId: "rivers" }) { uid } }')).catalogDataset;
  const { statusCode, headers, body } = await get(`/datasets/${String(uid)}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('<link rel="canonical" href="http://localhost/datasets/rivers"');
  expect(headers['link']).toContain('<http://localhost/datasets/rivers>; rel="canonical"');
});

test('a license that is no web address is named on the page, where its description refers to it, and leads nowhere', async () => {
  const license = `javascript:alert(1)${hostile}`;
  await seedPublished(app, 'marshes', { described: { license } });
  const { body } = await get('/datasets/marshes');
  expect(JSON.parse(jsonLdIn(body)[0] ?? '').license).toMatchObject({
    name: license,
    url: 'http://localhost:80/datasets/marshes#license',
  });
  expect(body).toContain('<span id="license">javascript:alert(1)&lt;/script>');
  expect(body).not.toMatch(/href="javascript:/);
});

test('the page of what was removed is gone, and tells nothing about what not everyone could see', async () => {
  const uids: Record<string, string> = {};
  for (const name of ['lakes', 'ponds']) uids[name] = await seedPublished(app, name);
  uids['wells'] = await seedPublished(app, 'wells', { isRestricted: true });
  await seedForm(app.admin, 'inquiry', { accessType: 'open' });
  await seedForm(app.admin, 'secret', { accessType: 'restricted' });
  await runAndFinish(app.admin, 'unpublishDataset', String(uids['lakes']));
  for (const name of ['ponds', 'wells']) await app.admin.rest('DELETE', `/datasets/${String(uids[name])}/`);
  for (const slug of ['inquiry', 'secret'])
    await app.admin.data('mutation ($input: FormActionInput!) { deleteForm(input: $input) { slug } }', {
      input: { slug },
    });
  const statuses = await Promise.all(
    [
      '/datasets/lakes',
      '/datasets/ponds',
      '/datasets/wells',
      '/datasets/none',
      '/forms/inquiry',
      '/forms/secret',
      '/forms/none',
      '/datasets/a%00b',
    ].map(async (url) => [url, (await get(url)).statusCode]),
  );
  expect(statuses).toEqual([
    ['/datasets/lakes', 410],
    ['/datasets/ponds', 410],
    ['/datasets/wells', 404],
    ['/datasets/none', 404],
    ['/forms/inquiry', 410],
    ['/forms/secret', 404],
    ['/forms/none', 404],
    ['/datasets/a%00b', 400],
  ]);
  const today = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format();
  for (const url of ['/datasets/lakes', '/datasets/ponds', '/forms/inquiry'])
    expect([url, / (?:removed on ([^<.]+))\./.exec((await get(url)).body)?.[1]]).toEqual([url, today]);
  expect((await get('/datasets/ponds?lang=fr')).body).toContain('Ce qui se trouvait ici a été retiré le ');
  expect((await get('/datasets/wells')).body).not.toContain('removed');
  const { headers, body } = await get('/datasets/ponds');
  expect([headers['cache-control'], headers['link'], jsonLdIn(body)]).toEqual(['private, no-store', undefined, []]);
});

test('a page of editors that was deleted or unpublished is gone; an archived one leaves no trace', async () => {
  const { admin } = app;
  const make = (slug: string, isRestricted = false) => seedCodeEditorPage(admin, { slug, isRestricted });
  const uids = {
    imprint: await make('imprint'),
    inside: await make('inside', true),
    stored: await make('stored'),
    report: await seedStudioPage(admin, { slug: 'report' }),
  };
  const act = (name: string, uid: string) =>
    admin.data(`mutation ($input: PageActionInput!) { ${name}(input: $input) { __typename } }`, { input: { uid } });
  await act('archivePage', uids.stored);
  await act('unpublishPage', uids.report);
  for (const uid of [uids.imprint, uids.inside]) await act('deletePage', uid);
  await seedCodeEditorPage(admin, { slug: 'sketch' }, { isPublished: false });
  const statuses = async () => {
    const found = ['imprint', 'inside', 'stored', 'report', 'sketch', 'none'].map(async (slug) => {
      const { statusCode, body } = await get(`/pages/${slug}`);
      return [slug, statusCode, /What was here (?:was|has been) removed/.test(body)];
    });
    return Promise.all(found);
  };
  const missing = (slug: string) => [slug, 404, false];
  const others = [missing('inside'), missing('stored'), ['report', 410, true], missing('sketch'), missing('none')];
  expect(await statuses()).toEqual([['imprint', 410, true], ...others]);
  const { body } = await get('/pages/imprint');
  const today = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format();
  expect(/ removed on ([^<.]+)\./.exec(body)?.[1]).toBe(today);
  // the slug is free again, and an archived page comes back
  await seedCodeEditorPage(admin, { slug: 'imprint' }, { isPublished: false });
  await act('unarchivePage', uids.stored);
  expect([(await get('/pages/imprint')).statusCode, (await get('/pages/stored')).statusCode]).toEqual([404, 200]);
});

test.each<[string, object, object, string?]>([
  [
    'from a day to a day',
    {
      accrualperiodicity: 'http://publications.europa.eu/resource/authority/frequency/ANNUAL_2',
      ...{ temporal_coverage_start: '2025-03-01', temporal_coverage_end: '2025-03-06', temporal: 'Storm <b>Ada</b>' },
      ...{ contact_name: 'Tree desk', contact_email: 'mailto:trees@city.example' },
    },
    {
      'Update frequency': 'twice a year',
      'Period of the data': 'Mar 1, 2025 – Mar 6, 2025, Storm &lt;b>Ada&lt;/b>',
      Contact: '<a href="mailto:trees@city.example">Tree desk</a>',
    },
  ],
  [
    'from a day on',
    { accrualperiodicity: 'daily', temporal_coverage_start: '2025-03-01', contact_email: 'trees@city.example' },
    {
      Aktualisierung: 'täglich',
      'Zeitraum der Daten': 'seit 01.03.2025',
      Kontakt: '<a href="mailto:trees@city.example">trees@city.example</a>',
    },
    '?lang=de',
  ],
  [
    'until a day, and no address of mail',
    {
      ...{ accrualperiodicity: 'when it rains', temporal_coverage_end: '2025-03-06' },
      contact_email: 'a@b.example?subject=x',
    },
    {
      'Update frequency': 'when it rains',
      'Period of the data': 'until Mar 6, 2025',
      Contact: 'a@b.example?subject=x',
    },
  ],
  ['in words alone', { temporal: 'The last ice age' }, { 'Period of the data': 'The last ice age' }],
  ['unknown', {}, {}],
])(
  'the page of a dataset says how often it is renewed, its period and whom to ask: %s',
  async (name, dcat, expected, query = '') => {
    const datasetId = `facts-${name.replaceAll(/\W+/g, '-')}`;
    const values = Object.fromEntries(Object.entries(dcat).map(([field, value]) => [field, { value }]));
    await seedPublished(app, datasetId, { metadata: { dcat: values } });
    const { body } = await get(`/datasets/${datasetId}${query}`);
    const facts = [...body.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, term = '', text = '']) => [
      term,
      text,
    ]);
    const asked = ['Update frequency', 'Period of the data', 'Contact', ...Object.keys(expected)];
    expect(Object.fromEntries(facts.filter(([term]) => asked.includes(term ?? '')))).toEqual(expected);
  },
);

test('what is on both sides of a lineage says so, and pages and datasets lead to their pages', async () => {
  await enableMarketplace(app);
  const [uid, other] = [await seedPublished(app, 'circle'), await seedPublished(app, 'other')];
  const guide = await seedStudioPage(app.admin, { slug: 'guide', title: 'Guide' });
  await addRelation(app.admin, uid, guide);
  await addRelation(app.admin, uid, other);
  await addRelation(app.admin, other, uid);
  const { body } = await get('/datasets/circle');
  const boxes = [...body.matchAll(/<a class="box" href="([^"]+)"><title>(.*?)<\/title>/g)].map(([, ...box]) => box);
  expect(boxes.toSorted()).toEqual([
    ['/datasets/other', 'other (dataset, shown twice)'],
    ['/datasets/other', 'other (dataset, shown twice)'],
    ['/pages/guide', 'Guide (page)'],
  ]);
});

test('the heads of pages name their feeds, their languages and the way to them', async () => {
  const { body } = await get('/datasets/rivers', below);
  const root = 'https://city.example/data';
  for (const markup of [
    '<link rel="alternate" type="application/atom+xml" href="/data/feeds/datasets/rivers"',
    `<link rel="alternate" hreflang="fr" href="${root}/datasets/rivers?lang=fr"`,
    `<link rel="alternate" hreflang="x-default" href="${root}/datasets/rivers"`,
    `<link rel="canonical" href="${root}/datasets/rivers"`,
    `<meta property="og:url" content="${root}/datasets/rivers"`,
  ])
    expect(body).toContain(markup);
  const breadcrumbs = jsonLdIn(body)
    .map((text) => JSON.parse(text))
    .find((each) => each['@type'] === 'BreadcrumbList');
  expect(breadcrumbs.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Catalog', item: `${root}/` },
    { '@type': 'ListItem', position: 2, name: hostile, item: `${root}/datasets/rivers` },
  ]);
  const french = (await get('/datasets/rivers?lang=fr', below)).body;
  expect(french).toContain(`<link rel="canonical" href="${root}/datasets/rivers?lang=fr"`);
  const feed = /<link rel="alternate" type="application\/atom\+xml" href="([^"]+)"/.exec(
    (await get('/?q=rivers&page=2')).body,
  )?.[1];
  expect(feed).toBe('/feeds/datasets?q=rivers');
  expect((await get('/?q=rivers')).body).not.toContain('<link rel="alternate" hreflang');
  for (const [, href = ''] of body.matchAll(/<link rel="alternate" type="[^"]+" href="\/data([^"]+)"/g))
    expect([href, (await get(href, below)).statusCode]).toEqual([href, 200]);
});
