import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { uploadPicture } from '../support/portal/settings.ts';

const app = await testApp({ WORKER: 'off' });
const page = readFileSync('docs/portal.md', 'utf8');
const steps = page.slice(page.indexOf('## Your name on it'), page.indexOf('## The page'));

/** The operations of the steps, in their order. */
const operations = [...steps.matchAll(/```graphql\n(.*?)```/gs)].flatMap(([, text = '']) =>
  text.split(/(?=^ {3}mutation Publish)/m),
);

test('the steps by which a city puts its name on the portal do so', async () => {
  // a server reads the parts of an upload in this order (GraphQL multipart request specification)
  expect([...steps.matchAll(/-F (\w+)=/g)].map(([, name]) => name)).toEqual(['operations', 'map', 'file']);
  const picture = await uploadPicture(app, readFileSync('src/seed/demo/settings/files/logo.png'));
  const [settings = '', imprint = '', publish = '', look = ''] = operations;
  await app.admin.data(settings);
  await app.admin.data(
    `mutation { updatePortalSettings(input: { logo: "${picture.data.uploadPortalImage.image.sha256}" }) { __typename } }`,
  );
  const { uid } = (await app.admin.data(imprint)).createCodeEditorPage.configuration;
  await app.admin.data(publish.replace('…', uid));
  expect((await app.unauthenticated.data(look)).portalSettings).toMatchObject({
    name: 'Arbreville ouverte',
    logo: { pixelWidth: 128 },
    publisher: { name: 'Town of Treeville' },
  });
  const htmlOf = async (url: string) => (await app.http.inject({ url, headers: { accept: 'text/html' } })).body;
  expect(await htmlOf('/')).toContain('<a href="/pages/imprint">Imprint</a>');
  expect(await htmlOf('/pages/imprint')).toMatch(/<title>Imprint – Open Treeville<\/title>.*Market Square 1/s);
});
