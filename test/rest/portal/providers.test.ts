import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { addProvider } from '#test/support/portal/providers.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
await addProvider(admin, {
  type: 'OIDC',
  name: 'Town',
  loginLink: '/login/town',
  labels: [
    { language: 'de', text: 'Anmelden' },
    { language: 'fr', text: 'Entrer' },
  ],
});
await addProvider(admin, {
  type: 'GOVSSO',
  name: 'State',
  loginLink: 'https://state.example.org/',
  labels: [
    { language: 'en', text: 'Sign in' },
    { language: 'fr', text: 'S’identifier' },
    { language: 'it', text: 'Accedi' },
  ],
  isDefaultLogin: true,
});
await addProvider(admin, { type: 'SAML', name: 'Gone', isActive: false });

const labels = async (query: string): Promise<string[]> =>
  (await unauthenticated.portal('GET', `/identity_providers/${query}`)).body.results.map(
    ({ login_link_label }: { login_link_label: string }) => login_link_label,
  );

test('the active providers are a public page with the properties that a login page needs', async () => {
  const { status, body } = await unauthenticated.portal('GET', '/identity_providers/?lang=fr');
  expect([status, JSON.stringify(body)]).toEqual([
    200,
    JSON.stringify({
      total_count: 2,
      next: null,
      previous: null,
      results: [
        {
          provider_type: 'GOVSSO',
          provider_name: 'State',
          login_link: 'https://state.example.org/',
          login_link_label: 'S’identifier',
          is_default_login: true,
        },
        {
          provider_type: 'OIDC',
          provider_name: 'Town',
          login_link: '/login/town',
          login_link_label: 'Entrer',
          is_default_login: false,
        },
      ],
    }),
  ]);
  expect((await admin.portal('GET', '/identity_providers/?lang=fr')).body).toEqual(body);
  const first = (await unauthenticated.portal('GET', '/identity_providers/?limit=1&lang=fr')).body;
  expect(first).toMatchObject({
    total_count: 2,
    next: expect.stringMatching(/\/api\/portal\/v1\.0\/identity_providers\/\?limit=1&lang=fr&offset=1$/),
    results: [{ provider_name: 'State' }],
  });
  expect((await unauthenticated.portal('GET', '/identity_providers/?limit=0')).body).toEqual({
    total_count: 2,
    next: null,
    previous: null,
    results: [],
  });
});

test('labels are in the requested language, else in that of the portal, else in any', async () => {
  expect(await labels('?lang=de')).toEqual(['Sign in', 'Anmelden']);
  for (const none of [
    '',
    '?lang=',
    '?lang=xx',
    '?lang=FR',
    '?lang=constructor',
    '?lang=__proto__',
    '?lang=%F0%9F%8C%B3',
  ])
    expect([none, await labels(none)]).toEqual([none, ['Sign in', 'Anmelden']]);
  await admin.data(
    'mutation { updatePortalSettings(input: { defaultLanguage: "fr" }) { portalSettings { defaultLanguage } } }',
  );
  expect(await labels('?lang=it')).toEqual(['Accedi', 'Entrer']);
});

test('an invalid parameter is refused by its name', async () => {
  for (const [query, parameter] of [
    ['limit=-1', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=x', 'limit'],
    ['offset=-1', 'offset'],
    ['lang=%00', 'lang'],
    ['lang=a&lang=b', 'lang'],
  ] as const) {
    const { status, body } = await unauthenticated.portal('GET', `/identity_providers/?${query}`);
    expect([query, status, body.error_code, Object.keys(body.detail ?? {})]).toEqual([
      query,
      400,
      'validation_error',
      [parameter],
    ]);
  }
});
