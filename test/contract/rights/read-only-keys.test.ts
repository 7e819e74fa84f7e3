import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { limitedKeyOf } from '#test/support/seed.ts';
import { createFixture, settings } from '../fixture/fixture.ts';
import { fingerprint } from '../fixture/fingerprint.ts';
import { routedOperations } from '../requests/operations.ts';
import { request, requestVariants } from '../requests/request.ts';

const app = await testApp(settings);
const fixture = await createFixture(app, 'a');
const reader = await limitedKeyOf(app, app.admin, { isReadOnly: true });

test('a read-only key is 403 for every operation but GET, whatever the body, and changes nothing', async () => {
  const before = await fingerprint(app, fixture);
  const answers = [];
  for (const operation of routedOperations.filter(({ method }) => method !== 'GET')) {
    for (const options of requestVariants(operation)) {
      const { status, body } = await request(reader, operation, fixture, options);
      answers.push([operation.name, status, body.message]);
    }
  }
  const expected = 'The API key is read-only. Use a key without this limit to change something.';
  expect(answers.filter(([, status, message]) => status !== 403 || message !== expected)).toEqual([]);
  expect(await fingerprint(app, fixture)).toEqual(before);
});

test('a read-only key reads what its owner reads', async () => {
  for (const operation of routedOperations.filter(({ method }) => method === 'GET')) {
    const [read, expected] = [await request(reader, operation, fixture), await request(app.admin, operation, fixture)];
    expect([operation.name, read.status]).toEqual([operation.name, expected.status]);
  }
});

test('a read-only key sends no mutation, and the graph names the key as read-only', async () => {
  const before = await fingerprint(app, fixture);
  for (const mutation of [
    'createDataset(input: { metadata: {} }) { dataset { uid } }',
    `revokeApiKey(input: { uid: "ak_000000" }) { apiKey { uid } }`,
    'createApiKey(input: {}) { secret }',
    `deleteDataset(input: { uid: "da_000000" }) { uid }`,
  ])
    expect(await reader.graph(`mutation { ${mutation} }`)).toMatchObject({
      errors: [{ extensions: { code: 'READ_ONLY_KEY' } }],
    });
  expect(await fingerprint(app, fixture)).toEqual(before);
});

test('a key lists what limits it, to its owner only', async () => {
  const { viewer } = await app.admin.data('{ viewer { keys(first: 100) { nodes { isReadOnly datasetUids } } } }');
  expect(viewer.keys.nodes).toEqual([
    { isReadOnly: false, datasetUids: null },
    // the key of the fixture
    { isReadOnly: false, datasetUids: null },
    { isReadOnly: true, datasetUids: null },
  ]);
});
