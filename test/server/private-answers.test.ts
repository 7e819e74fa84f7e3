import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { clientOf } from '../support/client.ts';
import { seedCodeEditorPage } from '../support/portal/pages.ts';

const app = await testApp();
const { admin, unauthenticated, http } = app;
await seedCodeEditorPage(admin, {
  slug: 'about',
  titles: { en: 'About' },
  content: { html: { en: '<script>alert(1)</script>' } },
});

const kept = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-type': 'application/json; charset=utf-8',
  'x-trace-id': expect.any(String),
};
const stranger = clientOf(app, 'an unknown key');

test('answers to callers with a key are not cached, and not shown as pages', async () => {
  for (const path of [
    '/code_editor_pages/about/',
    '/code_editor_pages/about/en/',
    '/code_editor_pages/',
    '/studio_pages/',
    '/glossary/',
    '/identity_providers/',
    '/assets/as_none00/uses/',
    '/nothing/',
  ]) {
    expect((await admin.portal('GET', path)).headers).toMatchObject(kept);
  }
  for (const client of [admin, unauthenticated])
    expect((await client.rest('GET', '/datasets/')).headers).toMatchObject(kept);
  expect(await stranger.portal('GET', '/code_editor_pages/about/')).toMatchObject({ status: 401, headers: kept });
});

test('answers of the graph are not cached, and not shown as pages', async () => {
  for (const query of ['{ viewer { username } }', '{ nothing }', '{']) {
    const { headers } = await http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: 'Apikey test-administrator-key' },
      payload: { query },
    });
    expect(headers).toMatchObject({ ...kept, 'content-type': expect.stringContaining('json') });
  }
});
