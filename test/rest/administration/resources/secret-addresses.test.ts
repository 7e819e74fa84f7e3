import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { extractUrlSecrets, maskUrl, restoreUrlSecrets, SecretCollector } from '#connections/stored-secrets.ts';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { recordsOf, finishedRestStatus } from '#test/support/datasets/publishing.ts';

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.setHeader('content-type', 'text/csv').end('n\n1\n');
});
await once(server.listen(0, '127.0.0.1'), 'listening');
afterAll(() => {
  server.close();
});
const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
const app = await testApp({ FETCH_ALLOW: host });
const { admin } = app;
beforeEach(() => {
  asked.length = 0;
});

const query =
  'sv=2024&sig=s3cret%2Fs3cret%3D&X-Amz-Signature=s3cret&access_token=s3cret&subscription-key=s3cret&keyword=open';
const shown = 'sv=2024&sig=***&X-Amz-Signature=***&access_token=***&subscription-key=***&keyword=open';
const sources: readonly (readonly [what: string, body: object, expected: object])[] = [
  [
    'the address of an inline connection',
    { datasource: { type: 'http', connection: { url: `http://${host}/a.csv?${query}` } } },
    { display_name: `http://${host}/a.csv?${shown}` },
  ],
  [
    'a relative address',
    { datasource: { type: 'http', connection: { url: `http://${host}/` }, relative_url: `a.csv?${query}` } },
    { display_name: `http://${host}/a.csv?${shown}`, datasource: { relative_url: `a.csv?${shown}` } },
  ],
  [
    'an address of its own',
    { url: `http://${host}/a.csv?${query}` },
    { display_name: `http://${host}/a.csv?${shown}`, url: `http://${host}/a.csv?${shown}` },
  ],
];

describe.each(sources)('a signature in %s', (_what, source, expected) => {
  test('is used and never shown; an answer can be sent back, and a new signature replaces it', async () => {
    const {
      body: { uid },
    } = await admin.rest('POST', '/datasets/', { metadata: {} });
    const path = `/datasets/${String(uid)}`;
    const created = await admin.rest('POST', `${path}/resources/`, {
      type: 'csvfile',
      title: 'a',
      params: {},
      ...source,
    });
    expect(created).toMatchObject({ status: 201, body: expected });
    const one = `${path}/resources/${String(created.body.uid)}`;

    const publish = async () => {
      asked.length = 0;
      await admin.rest('POST', `${path}/publish/`);
      expect(await finishedRestStatus(app, uid)).toMatchObject({ status: 'idle', message: null });
      expect(await recordsOf(app, uid)).toEqual([{ n: 1 }]);
      return asked;
    };
    expect(await publish()).toEqual([`/a.csv?${query}`]);

    const { body: read } = await admin.rest('GET', `${one}/?expand=datasource.connection`);
    expect(read).toMatchObject(expected);
    expect(
      await admin.rest('PUT', `${one}/`, { ...(await admin.rest('GET', `${one}/`)).body, title: 'b' }),
    ).toMatchObject({ status: 200, body: { title: 'b', ...expected } });
    expect(await publish()).toEqual([`/a.csv?${query}`]);

    const answers = [
      read,
      await admin.rest('GET', `${one}/`),
      await admin.rest('GET', `${path}/versions/`),
      await admin.rest('GET', `${path}/status/`),
      await app.services.db.rows(sql`select to_jsonb(r) from resource r`),
      await app.services.db.rows(sql`select to_jsonb(c) from connection c`),
      await app.services.db.rows(sql`select to_jsonb(s) from section_snapshot s`),
    ];
    expect(JSON.stringify(answers)).not.toContain('s3cret');

    const changed: object = JSON.parse(JSON.stringify(source).replaceAll('s3cret', 'other'));
    expect(await admin.rest('PUT', `${one}/`, { type: 'csvfile', title: 'b', params: {}, ...changed })).toMatchObject({
      status: 200,
      body: expected,
    });
    expect(await publish()).toEqual([`/a.csv?${query.replaceAll('s3cret', 'other')}`]);
  });

  test('is not sent to another host: a masked one must be sent again when the host changes', async () => {
    const {
      body: { uid },
    } = await admin.rest('POST', '/datasets/', { metadata: {} });
    const {
      body: { uid: resource },
    } = await admin.rest('POST', `/datasets/${String(uid)}/resources/`, {
      type: 'csvfile',
      title: 'a',
      params: {},
      ...source,
    });
    const elsewhere: object = JSON.parse(JSON.stringify(source).replace(host, 'data.example').replace(query, shown));
    const { status, body } = await admin.rest('PUT', `/datasets/${String(uid)}/resources/${String(resource)}/`, {
      type: 'csvfile',
      title: 'a',
      params: {},
      ...elsewhere,
    });
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      expect.stringMatching(/Send this secret again: the stored one is for another host/),
    ]);
  });
});

test('a saved connection keeps the signature of its address', async () => {
  const { body } = await admin.rest('POST', '/datasource_connections/', {
    type: 'http',
    url: `http://${host}/a.csv?${query}`,
  });
  expect(body).toMatchObject({ url: `http://${host}/a.csv?${shown}` });
  expect(await admin.rest('PUT', `/datasource_connections/${String(body.uid)}/`, body)).toMatchObject({
    status: 200,
    body: { url: body.url },
  });
  const {
    body: { uid },
  } = await admin.rest('POST', '/datasets/', { metadata: {} });
  const preview = await admin.rest('POST', `/datasets/${String(uid)}/resources/preview/`, {
    type: 'csvfile',
    params: {},
    datasource: { type: 'http', connection: { uid: body.uid } },
  });
  expect([preview.status, asked]).toEqual([200, [`/a.csv?${query}`]]);
});

test('an address with its secrets equals the original, whatever its query', () => {
  const name = fc.oneof(
    fc.constantFrom('sig', 'token', 'api%5Fkey', 'a', 'X-Amz-Signature', 'keyword'),
    fc.webQueryParameters(),
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(name, fc.webQueryParameters()).map((pair) => pair.join('=')),
        { maxLength: 6 },
      ),
      fc.webFragments(),
      (pairs, fragment) => {
        const url = `https://a.example/b?${pairs.join('&')}#${fragment}`;
        const collector = new SecretCollector({});
        const masked = extractUrlSecrets(url, { prefix: 'url', audience: 'x', field: 'url' }, collector);
        expect(masked).toBe(maskUrl(url));
        expect(
          restoreUrlSecrets(
            masked,
            'url',
            Object.fromEntries(Object.entries(collector.secrets).map(([place, { value }]) => [place, value])),
          ),
        ).toBe(url);
      },
    ),
  );
});
