import { describe, expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { createGuard } from '#platform/fetcher/guard.ts';
import { answering, fetcherFor, serve } from './web.ts';

const refused = { code: 'SOURCE_REFUSED' };
const portOf = (address: string) => Number(address.split(':')[1]);

describe('a private host is refused', () => {
  test.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'http://127。0。0。1/',
    'http://①②⑦.0.0.1/',
  ])('a private host that is written as %s is refused', async (url) => {
    await expect(fetcherFor([]).fetch(url)).rejects.toMatchObject(refused);
  });

  test('a private host behind a public name is refused', async () => {
    const fetcher = fetcherFor([], { resolve: answering('10.0.0.5') });
    await expect(fetcher.fetch('http://data.example/x.csv')).rejects.toMatchObject(refused);
  });

  test.each([
    ['8.8.8.8', '127.0.0.1'],
    ['::1', '2606:4700::1111'],
  ])('a private host is refused when one of the answers is private: %s and %s', async (...both) => {
    const fetcher = fetcherFor([], { resolve: answering(...both) });
    await expect(fetcher.fetch('https://data.example/x.csv')).rejects.toMatchObject(refused);
  });

  test('a private host is refused at the connection, whatever was resolved before', async () => {
    const address = await serve((_request, response) => response.end('inside'));
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const guard = createGuard({
      allow: [],
      resolve: async (name) => answering(...(answers.shift() ?? []))(name),
      connectTimeout: 50,
    });
    await expect(guard.connect('rebinding.example', portOf(address))).rejects.toThrow();
    await expect(guard.connect('rebinding.example', portOf(address))).rejects.toMatchObject(refused);
  });

  test('the refusal of a private host does not reveal the address of its name', async () => {
    const fetcher = fetcherFor([], { resolve: answering('10.77.66.55') });
    await expect(fetcher.fetch('http://user:word@db.example/secret?token=hidden')).rejects.toThrow(
      /^(?!.*(10\.77|word|secret|hidden)).*db\.example.*FETCH_ALLOW/,
    );
  });
});

describe('FETCH_ALLOW', () => {
  test('FETCH_ALLOW opens a host as written, with its port', async () => {
    const address = await serve((_request, response) => response.end('inside'));
    const named = `intranet.example:${portOf(address)}`;
    const fetcher = fetcherFor([named], { resolve: answering('127.0.0.1') });
    await expect(fetcher.fetch(`http://${named}/`)).resolves.toMatchObject({ status: 200 });
    await expect(fetcher.fetch(`http://${address}/`)).rejects.toMatchObject(refused);
    await expect(fetcher.fetch(`http://other.example:${portOf(address)}/`)).rejects.toMatchObject(refused);
  });

  test('FETCH_ALLOW opens no other port of the host', async () => {
    const [open, closed] = await Promise.all([
      serve((_request, response) => response.end()),
      serve((_request, response) => response.end()),
    ]);
    await expect(fetcherFor([open]).fetch(`http://${closed}/`)).rejects.toMatchObject(refused);
  });
});

describe('a connection of any protocol', () => {
  test('is a plain socket to an allowed pair', async () => {
    const address = await serve((_request, response) => response.end('hello'));
    const socket = await createGuard({ allow: [address] }).connect('127.0.0.1', portOf(address));
    socket.write('GET / HTTP/1.0\r\n\r\n');
    expect(await text(socket)).toContain('200 OK');
  });

  test('fails like a name without an address', async () => {
    const guard = createGuard({ allow: [], resolve: answering() });
    await expect(guard.connect('nowhere.example', 21)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  test('gives up when the resolver stays silent', async () => {
    const guard = createGuard({
      allow: [],
      resolve: () =>
        new Promise(() => {
          /* no answer */
        }),
      connectTimeout: 30,
    });
    await expect(guard.connect('silent.example', 21)).rejects.toMatchObject({ code: 'SOURCE_FAILED' });
  });
});
