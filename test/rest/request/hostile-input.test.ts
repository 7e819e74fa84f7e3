import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin } = app;
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const json = { 'content-type': 'application/json' };

test('text that PostgreSQL cannot store is refused everywhere, with the name of its field', async () => {
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
    expect(
      (await admin.graph('query ($uid: ID!) { dataset(by: { uid: $uid }) { uid } }', { uid: text })).errors?.[0]
        ?.extensions.code,
    ).toBe('INVALID_INPUT');
  }
  expect((await admin.graph('{ dataset(by: { uid: "a\\u0000" }) { uid } }')).errors?.[0]?.extensions.code).toBe(
    'INVALID_INPUT',
  );
  expect((await admin.rest('GET', '/datasets/a%00b/')).status).toBe(404);
});

test('deeply nested JSON is refused without recursion', async () => {
  const uid = await seedDataset(admin);
  for (const depth of [65, 1_000, 100_000]) {
    expect((await admin.rest('POST', '/datasets/', `{"metadata":${nested(depth)}}`, json)).status).toBe(400);
    expect((await admin.rest('PUT', `/datasets/${uid}/`, `{"default_security":${nested(depth)}}`, json)).status).toBe(
      400,
    );
    expect(
      (await admin.rest('POST', `/datasets/${uid}/processors/`, `{"type":"concat","x":${nested(depth)}}`, json)).status,
    ).toBe(400);
  }
});

test('a body that is too large is refused before it is read', async () => {
  const answer = await admin.rest('POST', '/datasets/', {
    metadata: { custom: { x: { value: 'x'.repeat(1_100_000) } } },
  });
  expect(answer).toMatchObject({ status: 413, body: { error_code: 'payload_too_large' } });
});

test('GraphQL refuses variables that cannot be stored with status 400', async () => {
  for (const uid of ['a\0', { a: JSON.parse(nested(70)) as object }]) {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { accept: 'application/graphql-response+json' },
      payload: { query: 'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { uid } }', variables: { uid } },
    });
    expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([400, 'INVALID_INPUT']);
  }
});

test.each([
  [
    'ends within a part',
    'bad_request',
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b',
  ],
  [
    'has a part without headers, and so no file',
    'validation_error',
    'multipart/form-data; boundary=b',
    '--b\r\nnothing\r\n\r\na,b\r\n--b--\r\n',
  ],
  ['names no boundary', 'bad_request', 'multipart/form-data', 'abc'],
])('a multipart body that %s is a %s, and nothing is stored', async (_case, error_code, type, body) => {
  const uid = await seedDataset(admin);
  expect(await admin.rest('POST', `/datasets/${uid}/resources/files/`, body, { 'content-type': type })).toMatchObject({
    status: 400,
    body: { error_code },
  });
  expect((await admin.rest('GET', `/datasets/${uid}/resources/files/a.csv/`)).status).toBe(404);
});

test('the extension of persisted queries is ignored', async () => {
  for (const sha256Hash of ['__proto__', 'x']) {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/graphql',
      payload: { extensions: { persistedQuery: { version: 1, sha256Hash } } },
    });
    expect(answer.json().errors[0].extensions).toEqual({ code: 'BAD_REQUEST' });
  }
});

test('files of callers without a key are not received', async () => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/graphql',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'apollo-require-preflight': 'true' },
    payload: [
      '--b\r\ncontent-disposition: form-data; name="operations"\r\n',
      '{"query": "mutation ($file: Upload!) { uploadFile(input: { file: $file }) { file { uid } } }", "variables": {"file": null}}',
      '--b\r\ncontent-disposition: form-data; name="map"\r\n\r\n{"0": ["variables.file"]}',
      '--b\r\ncontent-disposition: form-data; name="0"; filename="a.csv"\r\n\r\nn\r\n--b--\r\n',
    ].join('\r\n'),
  });
  expect([answer.statusCode, answer.json().errors[0].extensions.code]).toEqual([401, 'UNAUTHORIZED']);
});

test('deleting users while they change datasets causes no 500', async () => {
  const users = await Promise.all(
    ['ada', 'bob', 'cyd'].map(
      async (username) =>
        [username, await seedUser(app, username, { permissions: ['create_dataset', 'edit_dataset'] })] as const,
    ),
  );
  const uids = await Promise.all(users.map(([, client]) => seedDataset(client)));
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      if (index % 20 === 10)
        return (
          (
            await admin.graph(
              'mutation ($username: String!) { deleteUser(input: { username: $username }) { username } }',
              { username: users[(index - 10) / 20]?.[0] },
            )
          ).errors?.[0]?.extensions.code ?? 200
        );
      return (
        await (users[(index + 1) % 3]?.[1] ?? admin).rest(
          'PUT',
          `/datasets/${uids[index % 3]}/metadata/custom/f${index}/`,
          {
            value: index,
          },
        )
      ).status;
    }),
  );
  expect(new Set(answers).difference(new Set([200, 401]))).toEqual(new Set());
});

test('inherited names such as __proto__ are ordinary names, and change no other object', async () => {
  const uid = await seedDataset(admin);
  const names = '"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "toString": "x"';
  const bodies: ['POST' | 'PUT', string, string][] = [
    ['POST', '/datasets/', `{"metadata": {"custom": {}, ${names}}, ${names}}`],
    ['PUT', `/datasets/${uid}/metadata/custom/`, `{"a": {"value": {${names}}, ${names}}, "constructor": {"value": 1}}`],
    ['PUT', `/datasets/${uid}/metadata/`, `{${names}}`],
    ['POST', `/datasets/${uid}/processors/`, `{"type": "string_replace", "field": "a", "old": "b", ${names}}`],
    [
      'POST',
      `/datasets/${uid}/resources/`,
      `{"type": "csvfile", "title": "t", "params": {${names}}, "datasource": {"type": "http", "connection": {"url": "https://example.org/", ${names}}, ${names}}}`,
    ],
    ['PUT', `/datasets/${uid}/`, `{"default_security": {${names}}, ${names}}`],
  ];
  for (const [method, path, body] of bodies)
    expect([200, 201, 400]).toContain((await admin.rest(method, path, body, json)).status);
  // parameters that a processor does not have are refused
  expect((await admin.rest('GET', `/datasets/${uid}/processors/`)).body.results).toEqual([]);
  await admin.upload(`/datasets/${uid}/resources/files/`, '__proto__', '__proto__,constructor,toString\n1,2,3\n');
  await admin.upload(`/datasets/${uid}/resources/files/`, 'a.json', `[{${names}, "a": {${names}}}]`);
  for (const [type, file] of [
    ['csvfile', '__proto__'],
    ['jsonfile', 'a.json'],
  ]) {
    const preview = await admin.rest('POST', `/datasets/${uid}/resources/preview/`, {
      type,
      datasource: { type: 'uploaded_file', file: { uid: file } },
    });
    expect([preview.status, preview.body.records.length]).toEqual([200, 1]);
  }
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('a caller who may only publish one dataset cannot change it, and finds no other', async () => {
  const [uid, other] = [await seedDataset(admin), await seedDataset(admin)];
  const publisher = await seedUser(app, 'publisher');
  await seedRuleset(app, uid, { user: 'publisher', permissions: ['publish_dataset'] });
  await admin.upload(`/datasets/${other}/resources/files/`, 'a.csv', 'a\n1\n');
  const statuses = async (requests: ['GET' | 'POST' | 'PUT' | 'DELETE', string, unknown?][]) =>
    Promise.all(requests.map(async ([method, path, body]) => (await publisher.rest(method, path, body)).status));
  expect((await publisher.rest('GET', '/datasets/')).body).toMatchObject({ total_count: 1, results: [{ uid }] });
  expect(
    await statuses([
      ['GET', `/datasets/${uid}/`],
      ['GET', `/datasets/${uid}/status/`],
      ['GET', `/datasets/${uid}/versions/`],
      ['POST', `/datasets/${uid}/publish/`],
    ]),
  ).toEqual([200, 200, 200, 200]);
  expect(
    new Set(
      await statuses([
        ['PUT', `/datasets/${uid}/`, {}],
        ['PUT', `/datasets/${uid}/`, { is_restricted: 'no truth' }],
        ['DELETE', `/datasets/${uid}/`],
        ['PUT', `/datasets/${uid}/metadata/`, {}],
        ['POST', `/datasets/${uid}/processors/`, {}],
        ['POST', `/datasets/${uid}/resources/`, {}],
        ['POST', `/datasets/${uid}/resources/preview/`, {}],
        ['GET', '/extractors/'],
      ]),
    ),
  ).toEqual(new Set([403]));
  expect(
    new Set(
      await statuses([
        ['GET', `/datasets/${other}/`],
        ['PUT', `/datasets/${other}/`, {}],
        ['POST', `/datasets/${other}/publish/`],
        ['GET', `/datasets/${other}/resources/files/a.csv/download/`],
        ['GET', `/datasets/${uid}/resources/files/a.csv/download/`],
        ['POST', `/datasets/${other}/resources/guess_extractors/`, {}],
        ['GET', '/datasets/da_000000/'],
      ]),
    ),
  ).toEqual(new Set([404]));
});
