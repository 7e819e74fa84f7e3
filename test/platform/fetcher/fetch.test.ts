import { describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fetcherFor, serve } from './web.ts';

/** Compresses with Brotli at its fastest; its default takes seconds for large bodies. */
const compressQuickly = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const failed = { code: 'SOURCE_FAILED' };

describe('a source that responds', () => {
  test('returns its bytes, name and type', async () => {
    const address = await serve((_request, response) => {
      response.setHeader('content-type', 'Text/CSV; charset=utf-8');
      response.setHeader('content-disposition', 'attachment; filename="rides.csv"').end('a,b\n1,2\n');
    });
    const { body, ...rest } = await fetcherFor([address]).fetch(`http://${address}/export?token=1#part`);
    expect(rest).toMatchObject({
      status: 200,
      filename: 'rides.csv',
      mimetype: 'text/csv',
      url: `http://${address}/export?token=1`,
    });
    expect(await text(body)).toBe('a,b\n1,2\n');
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('an answer in %s is decoded', async (encoding, compress) => {
    const content = Buffer.from('date,temp\n'.repeat(10_000));
    const address = await serve((_request, response) =>
      response.setHeader('content-encoding', encoding).end(compress(content)),
    );
    const { body } = await fetcherFor([address]).fetch(`http://${address}/`);
    expect(await buffer(body)).toEqual(content);
  });

  test('does not time out because of a slow reader', async () => {
    const address = await serve((_request, response) => response.end(Buffer.alloc(20_000_000)));
    // beyond a second the client counts a delay of the event loop as half a second at most
    const { body } = await fetcherFor([address], { bodyTimeout: 1_100 }).fetch(`http://${address}/`);
    await once(body, 'readable');
    await setTimeout(3_000);
    expect(await buffer(body)).toHaveLength(20_000_000);
  });

  test('a response without success fails with the status, and without the path and query', async () => {
    const address = await serve((_request, response) => response.writeHead(404).end('no'));
    await expect(fetcherFor([address]).fetch(`http://${address}/private?token=hidden`)).rejects.toThrow(
      `The source could not be read: ${address} answered with status 404. Check the address.`,
    );
  });

  test('a response without success is returned where its status is accepted', async () => {
    const address = await serve((_request, response) =>
      response.writeHead(422, { 'retry-after': '7' }).end('{"code":"1"}'),
    );
    const { status, headers, body } = await fetcherFor([address]).fetch(`http://${address}/`, {
      acceptedStatuses: [422],
    });
    expect([status, headers['retry-after'], await text(body)]).toEqual([422, '7', '{"code":"1"}']);
    await expect(fetcherFor([address]).fetch(`http://${address}/`, { acceptedStatuses: [401] })).rejects.toMatchObject(
      failed,
    );
  });

  test.each([
    ['http://nobody.invalid/', 'nobody.invalid has no address'],
    ['http://127.0.0.1:1/', '127.0.0.1:1 refuses connections'],
  ])('has another message than one that does not respond: %s', async (url, message) => {
    await expect(fetcherFor(['127.0.0.1:1']).fetch(url)).rejects.toThrow(message);
  });

  test('a source that responds without TLS fails where TLS is asked for', async () => {
    const address = await serve((_request, response) => response.end());
    await expect(fetcherFor([address]).fetch(`https://${address}/`)).rejects.toThrow('TLS');
  });
});

describe('an address is refused', () => {
  test.each([
    'ftp://data.example/',
    'file:///etc/passwd',
    'data:text/csv,a',
    'stations.csv',
    'http://',
    'http://a:%zz@data.example/',
  ])('an address is refused when it is %s', async (url) => {
    await expect(fetcherFor([]).fetch(url)).rejects.toMatchObject({ code: 'SOURCE_REFUSED' });
  });

  test.each([{ Host: 'other' }, { 'Transfer-Encoding': 'chunked' }, { 'x y': '1' }, { x: 'a\r\nb: c' }])(
    'an address is refused when the header %j goes with it',
    async (headers) => {
      await expect(fetcherFor([]).fetch('http://data.example/', { headers: { ...headers } })).rejects.toMatchObject({
        code: 'SOURCE_REFUSED',
      });
    },
  );
});

describe('a redirect', () => {
  test('is followed, five times at most', async () => {
    const address = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) response.writeHead(302, { location: `${left - 1}` }).end('moved');
      else response.end('arrived');
    });
    const fetcher = fetcherFor([address]);
    const { body, url } = await fetcher.fetch(`http://${address}/5`);
    expect([await text(body), url]).toEqual(['arrived', `http://${address}/0`]);
    await expect(fetcher.fetch(`http://${address}/6`)).rejects.toThrow('redirects more than 5 times');
  });

  test('sends the cookies back that its host sets on the way, with those of the user', async () => {
    const other = await serve(({ headers }, response) => response.end(headers.cookie ?? 'none'));
    const address = await serve((request, response) => {
      const { url, headers } = request;
      if (url === '/far') response.writeHead(302, { location: `http://localhost:${other.split(':')[1]}/` }).end();
      else if (headers.cookie?.includes('session=1') === true) response.end(headers.cookie);
      else
        response
          .writeHead(302, {
            location: url ?? '/',
            'set-cookie': [
              'session=1; Path=/; HttpOnly',
              'gone=1',
              'gone=; Max-Age=0',
              'old=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
              'b\u00e4d=1',
            ],
          })
          .end();
    });
    const fetcher = fetcherFor([address, `localhost:${other.split(':')[1]}`]);
    const read = async (path: string, headers = {}) =>
      text((await fetcher.fetch(`http://${address}${path}`, { headers })).body);
    expect(await read('/')).toBe('session=1');
    expect(await read('/', { cookie: 'mine=2' })).toBe('mine=2; session=1');
    expect(await read('/far')).toBe('none');
  });

  test.each([
    'http://127.0.0.1:9/',
    'http://localhost/',
    'http://[::1]/',
    '//169.254.169.254/',
    'file:///etc/passwd',
    'http://[',
  ])('a redirect to %s is refused', async (location) => {
    const address = await serve((_request, response) => response.writeHead(302, { location }).end());
    await expect(fetcherFor([address]).fetch(`http://${address}/`)).rejects.toMatchObject({ code: 'SOURCE_REFUSED' });
  });

  test('within the origin keeps the headers; after another origin they are never sent again', async () => {
    const seen: [string | undefined, IncomingHttpHeaders][] = [];
    const away = await serve((request, response) => {
      seen.push([request.url, request.headers]);
      response.writeHead(307, { location: `http://${home}/back` }).end();
    });
    const home = await serve((request, response) => {
      seen.push([request.url, request.headers]);
      if (request.url === '/start') response.writeHead(301, { location: '/next' }).end();
      else if (request.url === '/next') response.writeHead(308, { location: `http://eve:dropper@${away}/away` }).end();
      else response.end();
    });
    await fetcherFor([home, away]).fetch(`http://ada:l%20v@${home}/start`, {
      headers: { Cookie: 'c=1', 'X-Key': 'k' },
    });
    expect(seen.map(([url, { authorization, cookie, 'x-key': key }]) => [url, authorization, cookie, key])).toEqual([
      ['/start', `Basic ${btoa('ada:l v')}`, 'c=1', 'k'],
      ['/next', `Basic ${btoa('ada:l v')}`, 'c=1', 'k'],
      ['/away', undefined, undefined, undefined],
      ['/back', undefined, undefined, undefined],
    ]);
  });
});

describe('a body is cut', () => {
  test('a body that never ends is cut at the limit, and the connection is closed', async () => {
    const closed = Promise.withResolvers<unknown>();
    const address = await serve((request, response) => {
      request.socket.once('close', closed.resolve);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'x')));
      };
      response.on('drain', more);
      more();
    });
    const { body } = await fetcherFor([address]).fetch(`http://${address}/`, { maxBytes: 100_000 });
    await expect(buffer(body)).rejects.toThrow('larger than the 100000 bytes');
    await closed.promise;
  });

  test('a body is refused at once when its announced size is too large', async () => {
    const address = await serve((_request, response) =>
      response.writeHead(200, { 'content-length': '500' }).end('x'.repeat(500)),
    );
    await expect(fetcherFor([address]).fetch(`http://${address}/`, { maxBytes: 499 })).rejects.toThrow(
      'larger than the 499 bytes',
    );
  });

  test('a compressed body is cut at the limit of its decoded size', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const address = await serve((_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb));
    const { body } = await fetcherFor([address]).fetch(`http://${address}/`, { maxBytes: 1_000_000 });
    let received = 0;
    body.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    await expect(once(body, 'end')).rejects.toMatchObject(failed);
    expect(received).toBeLessThanOrEqual(1_000_000);
  });

  test.each([
    ['gzip', gzipSync],
    ['br', compressQuickly],
  ])(
    'an encoding (%s) that expands a body to more than 200 times the received bytes fails',
    async (encoding, encode) => {
      const bomb = encode(Buffer.alloc(80 * 2 ** 20));
      const address = await serve((_request, response) => response.setHeader('content-encoding', encoding).end(bomb));
      const { body, receivedBytes } = await fetcherFor([address]).fetch(`http://${address}/`);
      await expect(once(body.resume(), 'end')).rejects.toMatchObject({
        code: 'SOURCE_FAILED',
        message: expect.stringContaining('expands it to more than 200 times the bytes received'),
      });
      expect(receivedBytes?.()).toBeLessThanOrEqual(bomb.length);
    },
  );

  test.each(['gzip', 'compress', 'gzip, gzip'])(
    'a body is cut when it is not the %s it claims to be, or unknown',
    async (encoding) => {
      const address = await serve((_request, response) =>
        response.setHeader('content-encoding', encoding).end('plain text'),
      );
      const read = fetcherFor([address])
        .fetch(`http://${address}/`)
        .then(({ body }) => text(body));
      await expect(read).rejects.toMatchObject(failed);
    },
  );

  test('a body is cut when it pauses for too long', async () => {
    const address = await serve((_request, response) => {
      response.write('one,');
    });
    const { body } = await fetcherFor([address], { bodyTimeout: 200 }).fetch(`http://${address}/`);
    await expect(text(body)).rejects.toThrow('stopped sending before the end');
  });

  test('a body is cut when it takes longer than the total time', async () => {
    const address = await serve((_request, response) => {
      const dripping = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(dripping));
    });
    const { body } = await fetcherFor([address], { totalTimeout: 300 }).fetch(`http://${address}/`);
    await expect(text(body)).rejects.toThrow('took longer than 0.3 seconds in all');
  });

  test('a body is cut when the source disconnects', async () => {
    const address = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    const { body } = await fetcherFor([address]).fetch(`http://${address}/`);
    await expect(text(body)).rejects.toThrow('closed the connection before the end');
  });

  test('a body that is cut before it is read gives its reader the error', async () => {
    const address = await serve((_request, response) => {
      response.write('half', () => response.destroy());
    });
    const { body } = await fetcherFor([address]).fetch(`http://${address}/`);
    await new Promise((closed) => body.once('close', closed));
    await expect(text(body)).rejects.toMatchObject(failed);
  });

  test('a request fails when its answer never begins', async () => {
    const address = await serve(() => {
      /* no answer */
    });
    await expect(fetcherFor([address], { headersTimeout: 200 }).fetch(`http://${address}/`)).rejects.toThrow(
      'did not respond',
    );
  });

  test.each(['the signal', 'the body'])(
    'a reader ends a body through %s, and the connection is closed',
    async (way) => {
      const closed = Promise.withResolvers<unknown>();
      const address = await serve((request, response) => {
        request.socket.once('close', closed.resolve);
        response.write('one,');
      });
      const stop = new AbortController();
      const { body } = await fetcherFor([address]).fetch(`http://${address}/`, { signal: stop.signal });
      await once(body, 'readable');
      const reading = text(body);
      if (way === 'the signal') stop.abort(new Error('enough'));
      else body.destroy(new Error('enough'));
      await expect(reading).rejects.toThrow('enough');
      await closed.promise;
    },
  );
});
