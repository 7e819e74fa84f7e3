import { expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { testApp } from '#test/support/app.ts';
import { closeOf, socketClient, socketUrl, subscribeBy } from '#test/support/http/socket-client.ts';
import { addProvider } from '#test/support/portal/providers.ts';
import { seedDataset, seedRuleset } from '#test/support/seed.ts';
import { openIdProvider, publicService } from '#test/support/sign-in/openid-provider.ts';
import { visitorOf } from '#test/support/sign-in/visitor.ts';

const provider = await openIdProvider();
const app = await testApp({ FETCH_ALLOW: provider.host, WORKER: 'off' });
const { admin } = app;
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
const providerUid = await addProvider(admin, {
  type: 'OIDC',
  issuer: provider.issuer,
  canCreateUsers: true,
  ...publicService,
});
provider.acceptRedirect(`${origin}/sign-in/${providerUid}/callback`);
const changes = 'subscription ($uid: ID!) { datasetChanged(uid: $uid) { uid } }';

/** A person with a session, who may follow a dataset; the headers that their browser sends. */
async function follower(subject: string, uid: string) {
  provider.persons.set(subject, { preferred_username: subject });
  const browser = visitorOf(app, provider, origin);
  await browser.signIn(providerUid, subject);
  await seedRuleset(app, uid, { user: subject, permissions: ['edit_dataset'] });
  return { browser, cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; ') };
}

/** The first events of a stream of server-sent events, as text, one by one. */
async function* textsOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  for await (const chunk of response.body) yield Buffer.from(chunk).toString();
}

test('a WebSocket acts with the session of a page of this service, until the person signs out', async () => {
  const uid = await seedDataset(admin);
  const { browser, cookie } = await follower('ada', uid);
  class BrowserSocket extends WebSocket {
    constructor(url: string, protocols: string) {
      super(url, protocols, { headers: { cookie, origin } });
    }
  }
  const client = socketClient(origin, {}, { webSocketImpl: BrowserSocket });
  const events = subscribeBy(client, changes, { uid });
  expect((await events.next()).value.data?.datasetChanged).toEqual({ uid });
  await browser.send('POST', '/sign-out');
  expect((await events.next()).value.errors?.[0]?.extensions?.code).toBe('SESSION_ENDED');
  await client.dispose();
});

test('a WebSocket of another origin does not act with the session', async () => {
  const uid = await seedDataset(admin);
  const { cookie } = await follower('grace', uid);
  const first = (from: string) =>
    new Promise<unknown>((resolve) => {
      void closeOf(socketUrl(origin), {
        headers: { cookie, origin: from },
        onOpen: (socket) => {
          socket.on('message', (data: Buffer) => {
            const { type, payload } = JSON.parse(data.toString());
            if (type === 'connection_ack')
              socket.send(
                JSON.stringify({ id: '1', type: 'subscribe', payload: { query: changes, variables: { uid } } }),
              );
            if (type === 'next') resolve(payload.data ?? payload.errors[0].extensions.code);
            if (type === 'error') resolve(payload[0].extensions.code);
            if (type === 'complete') socket.close();
          });
          socket.send(JSON.stringify({ type: 'connection_init' }));
        },
      });
    });
  expect(await first(origin)).toEqual({ datasetChanged: { uid } });
  expect(await first('https://elsewhere.example')).toBe('UNAUTHORIZED');
});

test('events come with the session, by GET and by POST, until the person signs out', async () => {
  const uid = await seedDataset(admin);
  const query = `?${new URLSearchParams({ query: changes, variables: JSON.stringify({ uid }) }).toString()}`;
  for (const [subject, method] of [
    ['tim', 'GET'],
    ['vint', 'POST'],
  ] as const) {
    const { browser, cookie } = await follower(subject, uid);
    const headers = { cookie, accept: 'text/event-stream', origin, 'content-type': 'application/json' };
    const body = JSON.stringify({ query: changes, variables: { uid } });
    const response = await fetch(`${origin}/graphql/stream${method === 'GET' ? query : ''}`, {
      method,
      headers,
      ...(method === 'POST' && { body }),
    });
    const texts = textsOf(response);
    let seen = '';
    const until = async (part: string) => {
      while (!seen.includes(part)) {
        const { value, done } = await texts.next();
        if (done) break;
        seen += value;
      }
      return seen.includes(part);
    };
    expect([method, await until('datasetChanged')]).toEqual([method, true]);
    await browser.send('POST', '/sign-out');
    expect([method, await until('SESSION_ENDED')]).toEqual([method, true]);
  }
});
