import { expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { openStream } from '#test/support/http/event-stream.ts';
import { socketClient, subscribeBy } from '#test/support/http/socket-client.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off' }, wholeSchema);
const { admin } = app;
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
const changes = 'subscription ($uid: ID!) { datasetChanged(uid: $uid) { uid revision } }';

async function newKey(username: string): Promise<{ readonly apikey: string; readonly uid: string }> {
  const { createApiKey } = await admin.data(
    'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { secret apiKey { uid } } }',
    { input: { username } },
  );
  return { apikey: createApiKey.secret, uid: createApiKey.apiKey.uid };
}
const codesOf = (result: { readonly errors?: readonly { readonly extensions?: { code?: unknown } }[] } | undefined) =>
  result?.errors?.map(({ extensions }) => extensions?.code);

test.each([
  ['is deactivated', { isActive: false }],
  ['expires', { expiresAt: '2020-01-01T00:00:00Z' }],
])('streams end with an error when the account %s', async (_ends, change) => {
  const uid = await seedDataset(admin);
  const username = `follower-${uid}`.replaceAll('_', '-');
  await seedUser(app, username);
  await seedRuleset(app, uid, { user: username, permissions: ['publish_dataset'] });
  const { apikey } = await newKey(username);
  const client = socketClient(origin, { apikey });
  const bySocket = subscribeBy(client, changes, { uid });
  const byEvents = await openStream({ origin, key: apikey }, { query: changes, variables: { uid } });
  await Promise.all([bySocket.next(), byEvents.next()]);
  await admin.data('mutation ($input: UpdateUserInput!) { updateUser(input: $input) { user { username } } }', {
    input: { username, ...change },
  });
  expect(codesOf((await bySocket.next()).value)).toEqual(['UNAUTHORIZED']);
  const [last, ...more] = await byEvents.rest();
  expect(codesOf(last?.data)).toEqual(['UNAUTHORIZED']);
  expect(more).toEqual([{ event: 'complete', data: null }]);
  await client.dispose();
});
