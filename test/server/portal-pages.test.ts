import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { seedPublished } from '../support/datasets/catalog.ts';
import { addTerm } from '../support/portal/glossary.ts';
import { changePortal, pngOf, uploadPicture } from '../support/portal/settings.ts';

const app = await testApp({ WORKER: 'off' });
const { admin } = app;

async function publishPage(mutation: 'createCodeEditorPage' | 'createStudioPage', input: object): Promise<void> {
  const type = mutation.replace(/^c/, 'C');
  const created = await admin.data(
    `mutation ($input: ${type}Input!) { ${mutation}(input: $input) { configuration { uid } } }`,
    { input },
  );
  await admin.data('mutation ($uid: ID!) { publishPage(input: { uid: $uid }) { __typename } }', {
    uid: created[mutation].configuration.uid,
  });
}
const get = async (path: string) => {
  const { statusCode, body } = await app.http.inject({ url: path, headers: { accept: 'text/html' } });
  // what the page shows, without the state that its script reads
  return { status: statusCode, main: /<main.*<\/main>/s.exec(body)?.[0] ?? '', body };
};

test('the HTML of a page neither runs nor loads anything', async () => {
  await publishPage('createCodeEditorPage', {
    slug: 'hostile',
    translations: [
      {
        language: 'de',
        title: '<img src=x onerror=alert(1)>',
        html: `<h1>Other</h1><script>alert(1)</script><style>p{}</style><p onclick="alert(1)" style="color:red">Text</p>
          <a href="javascript:alert(1)">a link</a><a href="https://town.example/">the town</a><img src="https://evil.example/x.png" alt="a tracker">
          <img src="/portal-page/x.png" onerror="alert(1)"><iframe src="https://evil.example/"></iframe><form action="/x"><input name="y"></form>
          <x-map map-dataset='rivers"><script>' onload="alert(1)">inside</x-map>`,
        css: 'p { background: url(https://evil.example/) }',
      },
    ],
  });
  const { status, main, body } = await get('/pages/hostile');
  expect(status).toBe(200);
  expect(main).toContain('&lt;img src=x onerror=alert(1)>');
  expect(main).toContain('href="https://town.example/"');
  expect(main).toContain('A part of this page is not shown here.');
  for (const part of [
    '<script',
    '<style',
    'style=',
    'onclick',
    'onload',
    'javascript:',
    'evil.example',
    '<iframe',
    '<input',
  ])
    expect([part, main.replace('&lt;img src=x onerror=alert(1)>', '').includes(part)]).toEqual([part, false]);
  expect(body.match(/<script/g)?.length).toBe(2);
});

test('a studio page shows its texts in the order of its layout, and what it cannot show as links', async () => {
  await publishPage('createStudioPage', {
    slug: 'air',
    title: 'Air',
    description: 'What we breathe.',
    content: {
      dataProviders: {},
      blocks: {
        second: { type: 'text', text: 'After <script>alert(1)</script>that' },
        first: { type: 'text', text: '<b>Before</b>' },
        chart: { type: 'line_chart', data_provider: 'none' },
        odd: 7,
      },
      layouts: { main: { rows: [['first', 'missing'], ['second']] }, other: 'x' },
    },
  });
  const { status, main } = await get('/pages/air');
  expect(status).toBe(200);
  expect(main).toMatch(/What we breathe\..*<b>Before<\/b>.*After that.*Chart: its dataset is not visible to you\./s);
});

test.each([
  ['/pages/nothing', 404],
  ['/pages/%22%3E%3Cscript%3E', 404],
  ['/glossary/more', 404],
  // no name has a NUL, which PostgreSQL does not store
  ['/pages/%00', 400],
])('%s leads to a page that says so, with the name of the portal', async (path, expected) => {
  await changePortal(app, { translations: [{ language: 'en', name: 'Treeville' }] });
  await get('/');
  const { status, main, body } = await get(path);
  expect([status, main.includes('<script')]).toEqual([expected, false]);
  expect(body).toContain('– Treeville</title>');
});

test('hostile settings stay texts', async () => {
  const text = '</script><script>alert(1)</script>"\'><img src=x onerror=alert(1)>';
  await changePortal(app, {
    translations: [
      {
        language: 'en',
        name: text.slice(0, 100),
        description: text,
        heroTitle: text,
        footerText: text,
        footerLinks: [{ label: text, url: '/x"><b>' }],
      },
    ],
  });
  const { body } = await get('/');
  expect(body).not.toMatch(/<img src=x|<script>alert/);
  expect(body.match(/<script/g)?.length).toBe(2);
});

test('a logo is the picture of tabs only if it is square', async () => {
  const iconAfter = async (width: number, height: number) => {
    const { sha256 } = (await uploadPicture(app, pngOf(width, height))).data.uploadPortalImage.image;
    await changePortal(app, { logo: sha256 });
    return [/<link rel="icon" href="([^"]*)"/.exec((await get('/')).body)?.[1], `/portal-page/images/${sha256}.png`];
  };
  expect((await iconAfter(64, 32))[0]).toBe('data:,');
  const [icon, square] = await iconAfter(64, 64);
  expect(icon).toBe(square);
});

test('a description marks 20 terms at most, each once', async () => {
  const names = Array.from({ length: 25 }, (_each, index) => `term${String(index)}x`);
  for (const name of names) await addTerm(admin, { name });
  const description = [...names, ...names].join(' and ');
  await seedPublished(app, 'words', { described: { title: 'Words', description } });
  const { main } = await get('/datasets/words');
  const marked = [...main.matchAll(/class="term"[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect([marked.length, new Set(marked).size]).toEqual([20, 20]);
});

test('a dataset says what the templates of the portal have, with labels in the language of the visitor', async () => {
  const template = (name: string, type: string, schema: object[]) =>
    admin.rest('POST', '/metadata/templates/', { name, title: `Our ${name} & <b>`, type, is_active: true, schema });
  await template('quality', 'basic', [
    { name: 'operator', label: 'Who runs it' },
    {
      name: 'methods',
      type: 'enumlist',
      choices: ['grab', 'mix'],
      labels: { grab: { fr: 'ponctuel', en: 'grabbed' } },
    },
    { name: 'note', type: 'html', i18n: true },
    { name: 'checked', type: 'boolean' },
    { name: 'sampled', type: 'int' },
    { name: 'since', type: 'date' },
    { name: 'guide', type: 'uri_enum', choices: ['https://guide.example/'], labels: {} },
    { name: 'names', type: 'multitext' },
    { name: 'area', type: 'geo_shape' },
    { name: 'words', type: 'list' },
    { name: 'empty', type: 'list' },
  ]);
  await template('staff', 'admin', [{ name: 'secret' }]);
  const valuesOf = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]: [string, unknown]) => [name, { value }]));
  const values = valuesOf({
    operator: '<img src=x onerror=alert(1)>',
    methods: ['grab', 'mix'],
    note: { en: '<p>Clear</p>', fr: '<p onclick="alert(1)">Claire<script>alert(1)</script></p>' },
    checked: false,
    sampled: 1234,
    since: '2020-02-03',
    guide: 'https://guide.example/',
    names: { short: 'River' },
    area: { type: 'Point', coordinates: [7, 47] },
    words: Array.from({ length: 14 }, (_each, index) => `word${String(index)}`),
    empty: [],
  });
  await seedPublished(app, 'wells', {
    described: { title: 'Wells' },
    metadata: { quality: values, staff: valuesOf({ secret: 'zanzibar' }) },
  });
  const { main, body } = await get('/datasets/wells?lang=fr');
  const panel = /<section class="panel" aria-labelledby="template-quality">.*?<\/section>/s.exec(main)?.[0] ?? '';
  const rows = [...panel.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)].map(([, name, content]) => [
    name,
    content
      ?.replaceAll(/<(?!\/?a|p|script)[^>]*>/g, ' ')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  ]);
  expect(panel).toContain('>Our quality &amp; &lt;b></h2>');
  expect(rows).toEqual([
    ['Who runs it', '&lt;img src=x onerror=alert(1)>'],
    ['methods', 'ponctuel mix'],
    ['note', '<p>Claire'],
    ['checked', 'Non'],
    ['sampled', '1 234'],
    ['since', '3 févr. 2020'],
    ['guide', '<a href="https://guide.example/" rel="nofollow">https://guide.example/</a>'],
    ['names', 'short: River'],
    ['area', 'Point'],
    ['words', expect.stringMatching(/^word0 .*word11 Plus word12 word13$/)],
  ]);
  expect(body).not.toMatch(/zanzibar|template-staff|onclick="alert/);
  expect((await get('/datasets/wells')).main).toMatch(/grabbed.*Clear/s);

  const { catalogDataset } = await app.unauthenticated.data(`{ catalogDataset(by: { datasetId: "wells" }) {
    own: metadataFields(isCustom: true) { template templateTitle field label choiceLabels }
    others: metadataFields(isCustom: false) { template templateTitle label choiceLabels }
  } }`);
  expect(catalogDataset.own.slice(0, 2)).toEqual([
    {
      template: 'quality',
      templateTitle: 'Our quality & <b>',
      field: 'operator',
      label: 'Who runs it',
      choiceLabels: null,
    },
    expect.objectContaining({ field: 'methods', choiceLabels: { grab: { fr: 'ponctuel', en: 'grabbed' } } }),
  ]);
  expect(catalogDataset.others).toContainEqual({
    ...{ template: 'visualization', templateTitle: 'Visualization', label: 'Map disabled', choiceLabels: null },
  });
  expect(JSON.stringify(catalogDataset.others)).not.toContain('quality');
});

test('the filters of the templates of the portal are facets of the search, without scripts too', async () => {
  const labels = { name: 'use', label: 'Used <for>', type: 'enumlist', choices: ['swim', 'fish'], is_filter: true };
  await admin.rest('POST', '/metadata/templates/', {
    ...{ name: 'lakes', title: 'Lakes', type: 'basic', is_active: true },
    schema: [
      { ...labels, labels: { swim: { fr: 'baignade' }, fish: { fr: 'pêche' } } },
      { name: 'number', type: 'int', label: 'Number', is_filter: true },
      { name: 'public', type: 'boolean', label: 'Public', is_filter: true },
    ],
  });
  for (let number = 1; number <= 12; number += 1)
    await seedPublished(app, `lake-${number}`, {
      described: { title: `Lake ${number}` },
      metadata: {
        lakes: {
          use: { value: number === 1 ? ['swim', 'fish'] : ['fish'] },
          number: { value: number },
          public: { value: true },
        },
      },
    });
  const groupsOf = (main: string) =>
    [...main.matchAll(/<fieldset><legend dir="auto">(.*?)<\/legend>(.*?)<\/fieldset>/gs)].map(
      ([, name, group = '']) => [
        name,
        ...[
          ...group.matchAll(
            /<input type="checkbox" name="(.*?)" value="(.*?)"[^>]*?( checked)?\/?>.*?label">(.*?)<.*?count">(.*?)</gs,
          ),
        ].map(([, ...parts]) => parts.join('|')),
      ],
    );
  const groups = groupsOf((await get('/?lang=fr')).main);
  const [, ...numbers] = groups.at(-2) ?? [];
  expect(groups.slice(-3)).toEqual([
    ['Used &lt;for>', 'lakes.use|fish||pêche|12', 'lakes.use|swim||baignade|1'],
    ['Number', ...numbers],
    ['Public', 'lakes.public|true||Oui|12'],
  ]);
  expect(numbers).toHaveLength(10);
  const { main } = await get('/?lakes.use=swim&more=lakes.number&find=1&lang=fr');
  expect(main).toContain('1 jeu de données');
  expect(groupsOf(main).slice(-3)).toEqual([
    ['Used &lt;for>', 'lakes.use|fish||pêche|12', 'lakes.use|swim| checked|baignade|1'],
    ['Number', 'lakes.number|1||1|1'],
    ['Public', 'lakes.public|true||Oui|1'],
  ]);
  expect((await get('/?lakes.use=swim&lakes.number=7&lang=fr')).main).toContain('Used &lt;for>: baignade');
  const feed = await app.http.inject({ url: '/feeds/datasets?lakes.use=swim' });
  expect([feed.statusCode, feed.body.match(/<entry>/g)?.length]).toEqual([200, 1]);

  const gone = await get('/?lakes.gone=swim&lakes.use=swim');
  expect([gone.status, gone.main.includes('1 dataset')]).toEqual([200, true]);
  expect(gone.main).toContain('The portal has no filter “lakes.gone” any more, so it does not count.');
});
