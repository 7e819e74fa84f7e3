import { expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { testApp } from '#test/support/app.ts';
import { clientOf } from '#test/support/client.ts';

const app = await testApp({ PUBLIC_URL: 'https://data.example.org' });

test('the portal has an OpenAPI description of its own, in which the key is optional', async () => {
  const description = (await app.http.inject('/api/portal/v1.0/openapi.json')).json();
  expect(await new Validator().validate(structuredClone(description))).toEqual({ valid: true });
  expect(description).toMatchObject({
    info: { title: 'Catalograph Portal API' },
    servers: [{ url: 'https://data.example.org/api/portal/v1.0' }],
    security: [{}, { header: [] }, { query: [] }],
  });
});

test('the portal needs no key, but refuses an unknown one', async () => {
  expect(await app.unauthenticated.portal('GET', '/nothing/')).toMatchObject({
    status: 404,
    body: { error_code: 'not_found' },
  });
  expect(await app.admin.portal('GET', '/nothing/')).toMatchObject({ status: 404 });
  expect(await clientOf(app, 'unknown').portal('GET', '/nothing/')).toMatchObject({
    status: 401,
    body: { error_code: 'unauthorized' },
  });
});
