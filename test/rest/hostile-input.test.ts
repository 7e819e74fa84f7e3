import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { seedDataset } from '../support/seed.ts';

const { admin } = await testApp();
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const json = { 'content-type': 'application/json' };

test('text that no database keeps is refused in every place, and names its field', async () => {
  const uid = await seedDataset(admin);
  for (const text of ['a\u0000b', '\ud800', '\udc00x']) {
    const bodies: [string, string, unknown, string][] = [
      ['POST', '/datasets/', { dataset_id: text, metadata: {} }, 'dataset_id'],
      ['POST', '/datasets/', { metadata: { default: { title: { value: text } } } }, 'metadata.default.title.value'],
      ['PUT', `/datasets/${uid}/`, { default_security: { filter_query: text } }, 'default_security.filter_query'],
      ['PUT', `/datasets/${uid}/metadata/default/title/`, { value: text }, 'value'],
      ['POST', `/datasets/${uid}/processors/`, { type: 'string_replace', field: text, old: 'a', new: 'b' }, 'field'],
    ];
    for (const [method, path, body, field] of bodies) {
      const answer = await admin.rest(method as 'POST', path, body);
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_error', message: 'Invalid input' } });
      expect(Object.keys(answer.body.detail)).toEqual([field]);
    }
    expect((await admin.graph('query ($uid: ID) { dataset(uid: $uid) { uid } }', { uid: text })).errors?.[0]?.extensions.code).toBe('INVALID_INPUT');
  }
  expect((await admin.graph('{ dataset(uid: "a\\u0000") { uid } }')).errors?.[0]?.extensions.code).toBe('INVALID_INPUT');
  expect((await admin.rest('GET', '/datasets/a%00b/')).status).toBe(404);
});

test('JSON that nests without end is refused, not recursed into', async () => {
  const uid = await seedDataset(admin);
  for (const depth of [65, 1_000, 100_000]) {
    expect((await admin.rest('POST', '/datasets/', `{"metadata":${nested(depth)}}`, json)).status).toBe(400);
    expect((await admin.rest('PUT', `/datasets/${uid}/`, `{"default_security":${nested(depth)}}`, json)).status).toBe(400);
    expect((await admin.rest('POST', `/datasets/${uid}/processors/`, `{"type":"concat","x":${nested(depth)}}`, json)).status).toBe(400);
  }
});

test('a body too large is refused at once', async () => {
  const answer = await admin.rest('POST', '/datasets/', { metadata: { custom: { x: { value: 'x'.repeat(1_100_000) } } } });
  expect(answer).toMatchObject({ status: 413, body: { error_code: 'payload_too_large' } });
});
