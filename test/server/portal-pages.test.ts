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
