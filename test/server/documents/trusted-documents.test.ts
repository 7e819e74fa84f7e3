import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Parser } from 'graphql/language/parser.js';
import { readTrustedDocuments } from '#server/graph/documents.ts';
import { testApp, type TestApp } from '#test/support/app.ts';
import { seedDataset } from '#test/support/seed.ts';
import { clientSchema } from '#test/support/worker/catalog-schema.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const idOf = (text: string) => `sha256:${hashOf(text)}`;

const list = 'query List($first: Int) { catalog(first: $first) { totalCount nodes { uid } } }';
const byResolvers = '{ __type(name: "Query") { name } }';
const viewer = '{ viewer { username } }';
const remove = 'mutation Remove($uid: ID!) { deleteDataset(input: { uid: $uid }) { __typename } }';
const other = '{ catalog { totalCount } }';

const folder = await mkdtemp(join(tmpdir(), 'catalograph-documents-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
await writeFile(join(folder, 'list.graphql'), list);
await writeFile(join(folder, 'remove.graphql'), remove);
await writeFile(
  join(folder, 'generated.json'),
  JSON.stringify({ [hashOf(viewer)]: viewer, [idOf(byResolvers)]: byResolvers }),
);

const open = await testApp({ WORKER: 'off', DOCUMENTS_PATH: folder });
const strict = await testApp({ WORKER: 'off', DOCUMENTS_PATH: folder, DOCUMENTS: 'trusted' });
const key = { authorization: 'Apikey test-administrator-key' };

async function answerOf(sent: Promise<{ statusCode: number; headers: object; body: string }>) {
  const { statusCode, headers, body } = await sent;
  return { status: statusCode, headers, body: JSON.parse(body) as unknown };
}

const post = ({ http }: TestApp, body: object, headers: Readonly<Record<string, string>> = {}) =>
  answerOf(
    http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(body),
    }),
  );

const get = ({ http }: TestApp, query: Record<string, string>, headers: Readonly<Record<string, string>> = {}) =>
  answerOf(http.inject({ method: 'GET', url: '/graphql', query, headers: { accept: 'application/json', ...headers } }));

const error = (code: string) => ({
  errors: [{ message: expect.any(String), extensions: expect.objectContaining({ code }) }],
});
/** How many documents are parsed meanwhile, here or by a library. */
async function countParsed(work: () => Promise<unknown>): Promise<number> {
  const parse = Reflect.get(Parser.prototype, 'parseDocument');
  let count = 0;
  Parser.prototype.parseDocument = function parseAndCount() {
    count += 1;
    return parse.call(this);
  };
  await work();
  Parser.prototype.parseDocument = parse;
  return count;
}

const neverStored = { 'cache-control': 'private, no-store' };

describe('A trusted document is sent by its identifier', () => {
  test('a trusted document is answered by its identifier as by its text', async () => {
    const variables = { first: 1 };
    const { body, status } = await post(open, { documentId: idOf(list), variables });
    expect({ body, status }).toEqual({ body: (await post(open, { query: list, variables })).body, status: 200 });
    expect((await post(open, { documentId: idOf(viewer) }, key)).body).toEqual(
      (await post(open, { query: viewer }, key)).body,
    );
  });

  test('a trusted document is not parsed, not even by its first request', async () => {
    const hits = await countParsed(async () => {
      await post(strict, { documentId: idOf(list), variables: { first: 1 } });
      await get(strict, { documentId: idOf(list) });
    });
    expect(hits).toBe(0);
    expect(await countParsed(() => post(open, { query: `${other} # unknown` }))).toBe(1);
  });

  test('a trusted document has the limits of every document', async () => {
    const { body } = await post(open, { documentId: idOf(list), variables: { first: 1_000_000 } });
    expect(body).toEqual((await post(open, { query: list, variables: { first: 1_000_000 } })).body);
    expect(body).toHaveProperty('errors');
  });

  test.each([
    ['an unknown identifier', { documentId: idOf(other) }, 'DOCUMENT_NOT_FOUND'],
    ['an identifier that is no text', { documentId: 1 }, 'BAD_REQUEST'],
    ['an identifier and a text', { documentId: idOf(list), query: list }, 'BAD_REQUEST'],
  ])('A trusted document is sent by its identifier: %s is refused', async (_case, body, code) => {
    expect(await post(open, body)).toMatchObject({ status: 400, body: error(code), headers: neverStored });
  });
});

describe('A query is sent by GET with the identifier', () => {
  test('caches may keep the answer to a trusted query by GET for a minute, if everyone sees it', async () => {
    const answer = await get(open, { documentId: idOf(list), variables: '{"first": 1}' });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { catalog: { totalCount: 0 } } },
      headers: {
        'cache-control': expect.stringMatching(/^public, max-age=30/),
        vary: 'Origin, accept, authorization, cookie, accept-encoding',
      },
    });
  });

  test('resolvers answer a trusted query by GET as well', async () => {
    const answer = await get(open, { documentId: idOf(byResolvers) });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { __type: { name: 'Query' } } },
      headers: { 'cache-control': expect.stringMatching(/^public/) },
    });
  });

  test('no cache keeps what a trusted query by GET answers a caller with a key, or an error', async () => {
    expect(await get(open, { documentId: idOf(list) }, key)).toMatchObject({ status: 200, headers: neverStored });
    for (const variables of ['{"first": 1000000}', '{"first": "many"}', '[]', '{'])
      expect(await get(open, { documentId: idOf(list), variables })).toMatchObject({
        headers: { 'cache-control': expect.stringMatching(/no-store/) },
        body: { errors: [expect.anything()] },
      });
    expect(await get(open, { documentId: 'sha256:00' })).toMatchObject({ status: 400, headers: neverStored });
  });

  test('a trusted mutation by GET is refused', async () => {
    const uid = await seedDataset(open.admin);
    const refused = await get(open, { documentId: idOf(remove), variables: JSON.stringify({ uid }) }, key);
    expect(refused).toMatchObject({
      status: 405,
      body: error('METHOD_NOT_ALLOWED'),
      headers: { allow: 'POST, OPTIONS', ...neverStored },
    });
    expect((await open.admin.rest('GET', `/datasets/${uid}/`)).status).toBe(200);
  });
});

describe('With DOCUMENTS=trusted the graph refuses all other documents', () => {
  test('with DOCUMENTS=trusted any text but that of a trusted document is refused, from every caller', async () => {
    for (const headers of [{}, key])
      expect(await post(strict, { query: other }, headers)).toMatchObject({
        status: 403,
        body: error('DOCUMENT_NOT_TRUSTED'),
      });
    expect(await post(strict, { query: list })).toMatchObject({ status: 200, body: { data: expect.anything() } });
  });

  test('with DOCUMENTS=trusted a text is refused before it is parsed', async () => {
    expect(await countParsed(() => post(strict, { query: '{ catalog {' }))).toBe(0);
  });

  test('with DOCUMENTS=trusted other documents are refused by GET, as a stream and as an upload too', async () => {
    const parts =
      '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query": "{ viewer { username } } "}\r\n--x\r\ncontent-disposition: form-data; name="map"\r\n\r\n{}\r\n--x--\r\n';
    const refused = { status: 403, body: error('DOCUMENT_NOT_TRUSTED') };
    expect(await get(strict, { query: other }, { 'apollo-require-preflight': 'true' })).toMatchObject(refused);
    const subscription = { query: 'subscription { datasetStatus(uid: "da_none") { status } }' };
    for (const url of ['/graphql', '/graphql/stream'])
      expect(
        await answerOf(
          strict.http.inject({
            method: 'POST',
            url,
            headers: { ...key, accept: 'text/event-stream' },
            payload: subscription,
          }),
        ),
      ).toMatchObject(refused);
    expect(
      await answerOf(
        strict.http.inject({
          method: 'POST',
          url: '/graphql',
          headers: { ...key, 'apollo-require-preflight': 'true', 'content-type': 'multipart/form-data; boundary=x' },
          payload: parts,
        }),
      ),
    ).toMatchObject(refused);
  });

  test('with DOCUMENTS=trusted documents that clients register by themselves are refused', async () => {
    const persistedQuery = { version: 1, sha256Hash: hashOf(other) };
    expect((await post(strict, { query: other, extensions: { persistedQuery } })).status).toBe(403);
    expect(await post(strict, { extensions: { persistedQuery } })).toMatchObject({
      body: { errors: [{ message: 'PersistedQueryNotFound' }] },
    });
  });

  test('with DOCUMENTS=trusted REST is unchanged', async () => {
    expect((await strict.admin.rest('GET', '/datasets/')).status).toBe(200);
  });
});

describe('Automatic persisted queries, as Apollo Client and urql send them', () => {
  test('an automatic persisted query finds a trusted document by its hash at once', async () => {
    const persistedQuery = { version: 1, sha256Hash: hashOf(list) };
    expect((await post(strict, { extensions: { persistedQuery } })).body).toEqual(
      (await post(strict, { query: list })).body,
    );
  });

  test('the identifier of a document is the hash of a persisted query too, by POST and by GET', async () => {
    const persistedQuery = { version: 1, sha256Hash: idOf(list) };
    const listed = (await post(strict, { query: list })).body;
    expect((await post(strict, { extensions: { persistedQuery } })).body).toEqual(listed);
    const inParameters = { extensions: JSON.stringify({ persistedQuery }) };
    expect((await get(strict, inParameters, { 'apollo-require-preflight': 'true' })).body).toEqual(listed);
    const text = `${other} # registered by its identifier`;
    const extensions = { persistedQuery: { version: 1, sha256Hash: idOf(text) } };
    const sent = await post(open, { query: text, extensions });
    expect(sent.body).toHaveProperty('data');
    expect((await post(open, { extensions })).body).toEqual(sent.body);
    const wrong = { persistedQuery: { version: 1, sha256Hash: idOf(list) } };
    expect((await post(open, { query: other, extensions: wrong })).body).toHaveProperty('errors');
  });

  test('an automatic persisted query finds any other document after a client has sent its text', async () => {
    const text = `${other} # registered`;
    const extensions = { persistedQuery: { version: 1, sha256Hash: hashOf(text) } };
    const unknown = { body: { errors: [{ message: 'PersistedQueryNotFound' }] } };
    expect(await post(open, { extensions })).toMatchObject(unknown);
    const sent = await post(open, { query: text, extensions });
    expect(sent.body).toHaveProperty('data');
    expect((await post(open, { extensions })).body).toEqual(sent.body);
  });

  test('an automatic persisted query with the hash of another text is refused', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: hashOf(list) } };
    expect((await post(open, { query: other, extensions })).body).toHaveProperty('errors');
    expect((await post(open, { extensions })).body).toEqual((await post(open, { query: list })).body);
  });
});

test('a document that names what only REST uses is refused like any other invalid one: in the folder, in the body, and by its hash', async () => {
  const texts = [
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { metadataField(template: "default", field: "title") { value } } }',
    'mutation ($uid: ID!) { deleteDatasetMetadataField(input: { datasetUid: $uid, template: "a", field: "b" }) { __typename } }',
    '{ catalog { nodes { rows(odsql: { facet: ["theme"] }) { results } } } }',
  ];
  const marked = await mkdtemp(join(tmpdir(), 'catalograph-documents-'));
  await writeFile(
    join(marked, 'marked.json'),
    JSON.stringify(Object.fromEntries(texts.map((text) => [hashOf(text), text]))),
  );
  const failure = readTrustedDocuments(marked, clientSchema);
  await expect(failure).rejects.toThrow(/Cannot query field "metadataField" on type "Dataset"/);
  await expect(failure).rejects.toThrow(/Cannot query field "deleteDatasetMetadataField" on type "Mutation"/);
  await expect(failure).rejects.toThrow(/Field "facet" is not defined by type "OdsqlInput"/);
  await rm(marked, { recursive: true });
  for (const query of texts) {
    const extensions = { persistedQuery: { version: 1, sha256Hash: hashOf(query) } };
    for (const body of [{ query }, { query, extensions }, { query, variables: { uid: 'da_1' } }])
      expect((await post(open, body, key)).body).toMatchObject(error('GRAPHQL_VALIDATION_FAILED'));
    expect((await post(open, { extensions }, key)).body).not.toHaveProperty('data');
  }
});

test('a folder with invalid documents stops the start, with a list of them', async () => {
  const wrong = await mkdtemp(join(tmpdir(), 'catalograph-documents-'));
  await writeFile(join(wrong, 'broken.graphql'), '{ catalog {');
  await writeFile(join(wrong, 'outdated.graphql'), '{ catalogue }');
  await writeFile(join(wrong, 'hashes.json'), JSON.stringify({ abc: other }));
  await writeFile(join(wrong, 'list.json'), '[]');
  const failure = readTrustedDocuments(wrong, clientSchema);
  await expect(failure).rejects.toThrow(/broken\.graphql: Syntax Error/);
  await expect(failure).rejects.toThrow(/outdated\.graphql: Cannot query field "catalogue"/);
  await expect(failure).rejects.toThrow(/hashes\.json: abc is not the SHA-256 of its text/);
  await expect(failure).rejects.toThrow(/list\.json: This is no JSON object/);
  await rm(wrong, { recursive: true });
  await expect(readTrustedDocuments(wrong, clientSchema)).rejects.toThrow(/cannot be read/);
});
