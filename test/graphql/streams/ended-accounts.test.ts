import { expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { sql } from '#kernel/sql.ts';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { openStream } from '#test/support/http/event-stream.ts';
import { socketClient, subscribeBy } from '#test/support/http/socket-client.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

// what ends by time alone is noticed at once, and not within a minute
const app = await testApp({ WORKER: 'off' }, { ...wholeSchema, rightsCheckMs: 50 });
const { admin, services } = app;
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

/** The cookies of a browser in which an invited person has just accepted. */
async function acceptInvitation(username: string): Promise<string> {
  const { inviteUser } = await admin.data(
    'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { invitationUrl } }',
    { input: { username, email: `${username}@example.org` } },
  );
  const { search } = new URL(inviteUser.invitationUrl);
  const accepted = await fetch(`${origin}/invitation${search}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
  });
  return accepted.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

test.each([
  ['account', 'UNAUTHORIZED'],
  ['key', 'UNAUTHORIZED'],
  ['session', 'SESSION_ENDED'],
] as const)('streams end when the time of the %s has come, although nothing changes then', async (ending, code) => {
  const uid = await seedDataset(admin);
  const username = `${ending}-of-one`;
  const cookie = ending === 'session' ? await acceptInvitation(username) : '';
  if (ending !== 'session') await seedUser(app, username);
  await seedRuleset(app, uid, { user: username, permissions: ['publish_dataset'] });
  const apikey = ending === 'session' ? undefined : (await newKey(username)).apikey;
  class BrowserSocket extends WebSocket {
    constructor(url: string, protocols: string) {
      super(url, protocols, { headers: { cookie, origin } });
    }
  }
  const client =
    apikey === undefined
      ? socketClient(origin, {}, { webSocketImpl: BrowserSocket })
      : socketClient(origin, { apikey });
  const bySocket = subscribeBy(client, changes, { uid });
  const byEvents = await openStream(
    { origin, ...(apikey === undefined ? { cookie } : { key: apikey }) },
    { query: changes, variables: { uid } },
  );
  const first = [await bySocket.next(), await byEvents.next()];
  expect(JSON.stringify(first)).not.toContain('errors');
  const table = { account: sql`user_account`, key: sql`api_key`, session: sql`sign_in_session` }[ending];
  await services.db.rows(
    sql`update ${table} set expires_at = now() + interval '1 second' where username = ${username}`,
  );
  expect(codesOf((await bySocket.next()).value)).toEqual([code]);
  const [last] = await byEvents.rest();
  expect(codesOf(last?.data)).toEqual([code]);
  await client.dispose();
});
