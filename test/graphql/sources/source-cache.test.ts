import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import {
  requestRun,
  runAndFinish,
  recordsOf,
  seedCsvDataset,
  finishedStatus,
} from '#test/support/datasets/publishing.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let answer: Answer;
const asked: IncomingMessage['headers'][] = [];
const web = createServer((request, response) => {
  asked.push(request.headers);
  answer(request, response);
});
await once(web.listen(0, '127.0.0.1'), 'listening');
afterAll(() => {
  web.closeAllConnections();
  web.close();
});
const host = `127.0.0.1:${String((web.address() as AddressInfo).port)}`;
const app = await testApp({ FETCH_ALLOW: host });

/** Content that is known by its ETag. */
const tagged =
  (etag: string, content: string): Answer =>
  ({ headers }, response) => {
    if (headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { etag, 'content-type': 'text/csv' }).end(content);
  };

const publish = (uid: string) => runAndFinish(app.admin, 'publishDataset', uid);
const seed = () => seedCsvDataset(app.admin, `http://${host}/data.csv`);

beforeEach(() => {
  asked.length = 0;
  answer = tagged('"1"', 'n\n1\n2\n');
});

test('a source that has not changed is not sent again', async () => {
  const uid = await seed();
  await publish(uid);
  expect(await publish(uid)).toMatchObject({ status: 'idle' });
  expect(asked.map((headers) => headers['if-none-match'])).toEqual([undefined, '"1"']);
  expect(await recordsOf(app, uid)).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a source that has changed is read again', async () => {
  const uid = await seed();
  await publish(uid);
  answer = tagged('"2"', 'n\n3\n');
  await publish(uid);
  expect(await recordsOf(app, uid)).toEqual([{ n: 3 }]);
  await publish(uid);
  expect(asked.at(-1)?.['if-none-match']).toBe('"2"');
});

test('Last-Modified serves without an ETag, and without either the source is read again', async () => {
  const modified = 'Sat, 21 Nov 2026 07:00:00 GMT';
  answer = (_request, response) => {
    response.writeHead(200, { 'last-modified': modified }).end('n\n1\n');
  };
  const uid = await seed();
  await publish(uid);
  answer = (_request, response) => {
    response.writeHead(200).end('n\n1\n');
  };
  await publish(uid);
  expect(asked.at(-1)?.['if-modified-since']).toBe(modified);
  const other = await seed();
  await publish(other);
  await publish(other);
  expect(asked.at(-1)).not.toHaveProperty('if-modified-since');
});

test('cleaning the cache has it sent again, and so has another address', async () => {
  const uid = await seed();
  await publish(uid);
  const { dataset } = await app.admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { uid } } } }',
    {
      uid,
    },
  );
  const resource = String(dataset.resources.nodes[0].uid);
  expect(await app.admin.rest('POST', `/datasets/${uid}/resources/${resource}/clean_cache/`)).toMatchObject({
    status: 204,
  });
  await publish(uid);
  expect(asked.at(-1)).not.toHaveProperty('if-none-match');
  await app.admin.rest('PUT', `/datasets/${uid}/resources/${resource}/`, {
    type: 'csvfile',
    title: 'data',
    datasource: { type: 'http', connection: { url: `http://${host}/other.csv` } },
  });
  await publish(uid);
  expect(asked.at(-1)).not.toHaveProperty('if-none-match');
});

test('cleaning the cache while the source is read has it sent again', async () => {
  const uid = await seed();
  const { dataset } = await app.admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { uid } } } }',
    {
      uid,
    },
  );
  const { promise, resolve } = Promise.withResolvers<ServerResponse>();
  answer = (_request, response) => {
    response.writeHead(200, { etag: '"1"' }).write('n\n', () => {
      resolve(response);
    });
  };
  expect((await requestRun(app.admin, 'publishDataset', uid)).errors).toBeUndefined();
  const response = await promise;
  expect(
    await app.admin.rest('POST', `/datasets/${uid}/resources/${String(dataset.resources.nodes[0].uid)}/clean_cache/`),
  ).toMatchObject({ status: 204 });
  response.end('1\n');
  expect(await finishedStatus(app.admin, uid)).toMatchObject({ status: 'idle' });
  answer = tagged('"1"', 'n\n2\n');
  await publish(uid);
  expect(asked.at(-1)).not.toHaveProperty('if-none-match');
  expect(await recordsOf(app, uid)).toEqual([{ n: 2 }]);
});

test('the cached response for one key or header is not used for another', async () => {
  const uid = await seed();
  const { dataset } = await app.admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { uid } } } }',
    {
      uid,
    },
  );
  const headed = (name: string, value: string) =>
    app.admin.rest('PUT', `/datasets/${uid}/resources/${String(dataset.resources.nodes[0].uid)}/`, {
      type: 'csvfile',
      title: 'data',
      datasource: { type: 'http', connection: { url: `http://${host}/data.csv` }, headers: [{ name, value }] },
    });
  // it knows versions by their time alone
  answer = ({ headers }, response) => {
    const of = headers['x-api-key'] ?? headers['accept'];
    if (headers['if-modified-since'] === undefined)
      response.writeHead(200, { 'last-modified': 'Sat, 21 Nov 2026 07:00:00 GMT' }).end(`n\n${String(of)}\n`);
    else response.writeHead(304).end();
  };
  for (const [name, value] of [
    ['x-api-key', 'one'],
    ['x-api-key', 'two'],
    ['accept', 'text/one'],
    ['accept', 'text/two'],
  ] as const) {
    expect(await headed(name, value)).toMatchObject({ status: 200 });
    await publish(uid);
    expect(await recordsOf(app, uid)).toEqual([{ n: value }]);
  }
});

test('a source that fails again and again leaves no file open', async () => {
  const uid = await seed();
  await publish(uid);
  answer = (_request, response) => {
    response.writeHead(500).end();
  };
  const before = (await readdir('/proc/self/fd')).length;
  for (let times = 0; times < 5; times++) await publish(uid);
  expect((await readdir('/proc/self/fd')).length).toBeLessThan(before + 5);
});

test.each<[string, Answer]>([
  [
    'refuses',
    (_request, response) => {
      response.writeHead(500).end();
    },
  ],
  [
    'breaks off',
    (_request, response) => {
      response.writeHead(200, { etag: '"2"', 'content-length': '100' }).write('n\n9\n', () => response.destroy());
    },
  ],
])('when a source %s, the published records stay and the status reports it', async (_how, broken) => {
  const uid = await seed();
  await publish(uid);
  answer = broken;
  const { status, message, isPublished } = await publish(uid);
  expect([status, isPublished]).toEqual(['error', true]);
  expect(message).toMatch(
    /^Resource .* \(re_\w+\): The source could not be read: .* The records published before are unchanged\.$/,
  );
  expect(await recordsOf(app, uid)).toEqual([{ n: 1 }, { n: 2 }]);
  answer = tagged('"1"', 'gone');
  await publish(uid);
  expect(asked.at(-1)?.['if-none-match']).toBe('"1"');
  expect(await recordsOf(app, uid)).toEqual([{ n: 1 }, { n: 2 }]);
});

test('a cache entry without its bytes is ignored, and the source is read again', async () => {
  const uid = await seed();
  await publish(uid);
  const [kept] = await app.services.db.rows<{ key: string }>(sql`
    select c.blob_key as key from resource_cache c join resource r on r.uid = c.resource_uid where r.dataset_uid = ${uid}`);
  await app.services.storage.remove(kept?.key ?? '');
  expect(await publish(uid)).toMatchObject({ status: 'idle' });
  expect(asked.at(-1)).not.toHaveProperty('if-none-match');
  expect(await recordsOf(app, uid)).toEqual([{ n: 1 }, { n: 2 }]);
});

test('no secret is stored with it', async () => {
  const { services, admin } = app;
  const uid = await seed();
  await admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
    input: {
      datasetUid: uid,
      type: 'csvfile',
      title: 'b',
      datasource: {
        http: {
          connection: {
            url: `http://${host}/b.csv`,
            auth: { basicAuth: { username: 'ada', password: 'pass-w0rd' } },
          },
        },
      },
    },
  });
  await publish(uid);
  expect(asked.at(-1)?.authorization).toMatch(/^Basic /);
  expect(JSON.stringify(await services.db.rows(sql`select * from resource_cache`))).not.toContain('pass-w0rd');
});
