import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { CatalogError } from '#kernel/fail.ts';
import { queuePipelined } from '#http/admission.ts';

const open: FastifyInstance[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((http) => http.close()));
});

/** A server whose answers the test gives one by one; it reports the requests in progress. */
async function server(most?: number) {
  const http = fastify({ forceCloseConnections: true });
  open.push(http);
  const atWork: { readonly name: string; readonly finish: () => void }[] = [];
  const begun: string[] = [];
  queuePipelined(http, most);
  http.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof CatalogError ? 503 : 500).send('refused'),
  );
  http.get('/:name', async ({ params }) => {
    const { name = '' } = params as { name?: string };
    begun.push(name);
    await new Promise<void>((resolve) => {
      atWork.push({ name, finish: resolve });
    });
    return name;
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  const connections = once(http.server, 'connection') as Promise<[Socket]>;
  const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket
    .setEncoding('utf8')
    .on('data', (text: string) => {
      received += text;
    })
    .on('error', () => undefined);
  await once(socket, 'connect');
  const send = (...names: string[]) =>
    socket.write(names.map((name) => `GET /${name} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
  return { http, socket, connections, atWork, begun, send, received: () => received };
}

async function until(isReached: () => boolean): Promise<void> {
  while (!isReached())
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);

test('pipelined requests are processed one by one, in their order', async () => {
  const { atWork, begun, send, received } = await server();
  const names = ['a', 'b', 'c', 'd', 'e'];
  send(...names);
  for (const name of names) {
    await until(() => atWork.length > 0);
    expect(atWork.map((request) => request.name)).toEqual([name]);
    atWork.shift()?.finish();
  }
  await until(() => statuses(received()).length === names.length);
  expect(begun).toEqual(names);
  expect(statuses(received())).toEqual(names.map(() => '200'));
});

test('a connection with too many waiting requests gets an error and is closed', async () => {
  const { socket, atWork, begun, send, received } = await server(2);
  send('a', 'b', 'c', 'd', 'e');
  for (const _name of ['a', 'b', 'c']) {
    await until(() => atWork.length > 0);
    atWork.shift()?.finish();
  }
  await once(socket, 'close');
  expect(begun).toEqual(['a', 'b', 'c']);
  expect(statuses(received())).toEqual(['200', '200', '200', '503']);
  expect(received()).toContain('connection: close');
});

test('waiting requests of a closed connection are not processed', async () => {
  const { http, socket, connections, atWork, begun, send } = await server();
  send('a', 'b', 'c');
  await until(() => atWork.length > 0);
  const [connection] = await connections;
  socket.destroy();
  await once(connection, 'close');
  atWork.shift()?.finish();
  await http.close();
  expect(begun).toEqual(['a']);
});

test('requests of other connections do not wait', async () => {
  const { http, atWork, send } = await server();
  send('a', 'b');
  await until(() => atWork.length > 0);
  const answered = http.inject('/other');
  await until(() => atWork.length === 2);
  expect(atWork.map(({ name }) => name)).toEqual(['a', 'other']);
  for (const { finish } of atWork) finish();
  expect((await answered).statusCode).toBe(200);
  await until(() => atWork.length === 3);
  atWork.at(-1)?.finish();
});
