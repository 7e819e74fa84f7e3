import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { ApolloServer } from '@apollo/server';
import fastifyApollo from '@as-integrations/fastify';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import Fastify, { type FastifyInstance } from 'fastify';
import { GraphQLList, GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import { ReceivedFile, Upload } from '#api/types/scalars.ts';
import { CatalogError } from '#kernel/fail.ts';
import { acceptUploads } from '#server/graph/uploads.ts';
import { eventually } from '#test/support/datasets/publishing.ts';

const read = async (value: unknown) => (value instanceof ReceivedFile ? text(value.openStream()) : 'no file');
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { alive: { type: GraphQLString, resolve: () => 'yes' } } }),
  mutation: new GraphQLObjectType({
    name: 'Mutation',
    fields: {
      read: { type: GraphQLString, args: { file: { type: Upload } }, resolve: (_root, { file }) => read(file) },
      readAll: {
        type: GraphQLString,
        args: { files: { type: new GraphQLList(Upload) } },
        resolve: async (_root, { files }: { files: unknown[] }) => (await Promise.all(files.map(read))).join('|'),
      },
      ignore: { type: GraphQLString, args: { file: { type: Upload } }, resolve: () => 'ignored' },
    },
  }),
});

let http: FastifyInstance, address: string, directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'uploads-'));
  await writeFile(join(directory, 'killed.part'), 'half a file');
  await utimes(join(directory, 'killed.part'), 0, 0);
  const apollo = new ApolloServer({ schema });
  await apollo.start();
  http = Fastify();
  http.setErrorHandler((error, _request, reply) =>
    error instanceof CatalogError
      ? reply.code(error.code === 'PAYLOAD_TOO_LARGE' ? 413 : 400).send({ errors: [{ message: error.message }] })
      : reply.code(500).send({ errors: [{ message: String(error) }] }),
  );
  await http.register(async (graphql) => {
    await acceptUploads(graphql, { directory, maxFileBytes: 100_000, maxFiles: 3, maxFieldBytes: 10_000 });
    await graphql.register(fastifyApollo(apollo));
  });
  address = `${await http.listen({ port: 0, host: '127.0.0.1' })}/graphql`;
});

afterEach(async () => {
  await http.close();
  await rm(directory, { recursive: true });
});

interface Sent {
  query: string;
  variables: unknown;
  map: unknown;
  files?: Record<string, string>;
  headers?: Record<string, string>;
}

async function send({ query, variables, map, files = {}, headers = { 'apollo-require-preflight': 'true' } }: Sent) {
  const body = new FormData();
  body.append('operations', JSON.stringify({ query, variables }));
  body.append('map', JSON.stringify(map));
  for (const [name, content] of Object.entries(files)) body.append(name, new Blob([content]), `${name}.csv`);
  const response = await fetch(address, { method: 'POST', body, headers });
  const answer: unknown = await response.json();
  return { status: response.status, answer };
}

const untilNoPartIsLeft = () =>
  eventually(
    () => readdir(directory),
    (parts) => parts.length === 0,
  );

const readByKey = 'mutation ($file: Upload) { read(file: $file) }';
const one = { query: readByKey, variables: { file: null }, map: { 0: ['variables.file'] } };

describe('A GraphQL multipart request', () => {
  test('passes its file to the resolver, and leaves no file', async () => {
    expect(await send({ ...one, files: { 0: 'a;b' } })).toEqual({ status: 200, answer: { data: { read: 'a;b' } } });
    await untilNoPartIsLeft();
  });

  test('accepts files in any order', async () => {
    expect(
      await send({
        query: 'mutation ($files: [Upload]) { readAll(files: $files) }',
        variables: { files: [null, null] },
        map: { x: ['variables.files.1'], y: ['variables.files.0'] },
        files: { y: 'first', x: 'x'.repeat(90_000) },
      }),
    ).toEqual({ status: 200, answer: { data: { readAll: `first|${'x'.repeat(90_000)}` } } });
  });

  test('can be read by two resolvers at once', async () => {
    expect(
      await send({
        ...one,
        query: 'mutation ($file: Upload) { a: read(file: $file) b: read(file: $file) }',
        files: { 0: 'twice' },
      }),
    ).toEqual({ status: 200, answer: { data: { a: 'twice', b: 'twice' } } });
  });

  test.each(['mutation ($file: Upload) { ignore(file: $file) }', 'query ($file: Upload) { alive }', '{ nothing }'])(
    'is answered when no resolver reads the file: %s',
    async (query) => {
      await send({ ...one, query, files: { 0: 'x'.repeat(99_000) } });
      await untilNoPartIsLeft();
    },
  );

  test('is answered when a part belongs to no variable', async () => {
    const extra = { 0: 'wanted', 1: 'x'.repeat(500_000) };
    expect(await send({ ...one, map: { 0: ['variables.file'], 1: [] }, files: extra })).toMatchObject({ status: 200 });
  });

  test('still needs a preflight header', async () => {
    const { status, answer } = await send({ ...one, files: { 0: 'a' }, headers: {} });
    expect([status, JSON.stringify(answer)]).toEqual([400, expect.stringContaining('CSRF')]);
  });

  test.each([100_001, 5_000_000])(
    'is refused with 413 for a file of %d bytes, where 100,000 are allowed',
    async (bytes) => {
      expect(await send({ ...one, files: { 0: 'x'.repeat(bytes) } })).toEqual({
        status: 413,
        answer: { errors: [{ message: 'The body is larger than the 100000 bytes allowed here.' }] },
      });
      await untilNoPartIsLeft();
    },
  );

  test('is refused with 413 when one of its files is too large', async () => {
    expect(
      await send({
        query: 'mutation ($files: [Upload]) { readAll(files: $files) }',
        variables: { files: [null, null] },
        map: { x: ['variables.files.0'], y: ['variables.files.1'] },
        files: { x: 'small', y: 'x'.repeat(200_000) },
      }),
    ).toMatchObject({ status: 413 });
    await untilNoPartIsLeft();
  });

  test('is refused with 413 when its operation is too large', async () => {
    expect(await send({ ...one, query: `${readByKey} #${'x'.repeat(10_000)}`, files: { 0: 'a' } })).toMatchObject({
      status: 413,
    });
  });

  test.each([
    ['a file is missing', { ...one, files: {} }],
    ['a path leads nowhere', { ...one, map: { 0: ['nowhere.file'] }, files: { 0: 'a' } }],
    [
      'a path makes a huge list',
      { ...one, variables: { file: [] }, map: { 0: ['variables.file.99999999'] }, files: { 0: 'a' } },
    ],
    [
      'there are too many files',
      {
        ...one,
        variables: { file: [null, null, null, null] },
        map: Object.fromEntries([0, 1, 2, 3].map((i) => [i, [`variables.file.${i}`]])),
        files: { 0: 'a', 1: 'b', 2: 'c', 3: 'd' },
      },
    ],
  ])('is refused with 400 when %s', async (_case, request) => {
    expect(await send(request)).toMatchObject({ status: 400 });
    await untilNoPartIsLeft();
  });

  test('cannot replace inherited functions', async () => {
    await send({ ...one, map: { 0: ['variables.toString.call', 'variables.toString.call.apply'] }, files: { 0: 'a' } });
    expect(typeof Object.prototype.toString.call).toBe('function');
    expect(await send({ ...one, files: { 0: 'still alive' } })).toMatchObject({
      answer: { data: { read: 'still alive' } },
    });
  });

  test('leaves no file when the client disconnects during a file', async () => {
    const part = (name: string, content: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"${name === '0' ? '; filename="f.csv"' : ''}\r\n\r\n${content}`;
    const { port } = new URL(address);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'POST /graphql HTTP/1.1\r\nHost: localhost\r\nApollo-Require-Preflight: 1\r\nContent-Length: 50000\r\n' +
        `Content-Type: multipart/form-data; boundary=x\r\n\r\n${part('operations', JSON.stringify({ query: readByKey, variables: { file: null } }))}\r\n` +
        `${part('map', '{"0":["variables.file"]}')}\r\n${part('0', 'x'.repeat(20_000))}`,
    );
    while ((await readdir(directory)).length === 0) await wait(5);
    socket.destroy();
    await untilNoPartIsLeft();
  });

  test('is received after partial files of an earlier run were removed', async () => {
    expect(await readdir(directory)).toEqual([]);
  });
});

test('a part whose header contains a control character is refused, and the process continues', async () => {
  const boundary = 'b';
  const part = (name: string, content: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
  const body =
    part(
      'operations',
      JSON.stringify({ query: 'mutation ($file: Upload) { read(file: $file) }', variables: { file: null } }),
    ) +
    part('map', '{"0": ["variables.file"]}') +
    part('0', 'x', '; filename="a\x07.csv"') +
    `--${boundary}--\r\n`;
  const response = await fetch(address, {
    method: 'POST',
    body,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'apollo-require-preflight': 'true' },
  });
  expect(response.status).toBe(400);
  expect((await fetch(`${address}?query={alive}`, { headers: { 'apollo-require-preflight': 'true' } })).status).toBe(
    200,
  );
});
