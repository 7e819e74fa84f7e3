import { describe, expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { fetcherFor, serve, serveTcp } from './web.ts';

describe('a source that is known', () => {
  const known = { etag: '"1"', lastModified: 'Tue, 06 Oct 2026 10:00:00 GMT' };

  test('returns its validators, and is not sent again while it is unchanged', async () => {
    const address = await serve((request, response) => {
      const isSame =
        request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] === known.lastModified;
      response.writeHead(isSame ? 304 : 200, {
        etag: '"1"',
        'last-modified': known.lastModified,
        'content-encoding': 'gzip',
      });
      response.end(isSame ? '' : gzipSync('a,b\n'));
    });
    const fetcher = fetcherFor([address]);
    const first = await fetcher.fetch(`http://${address}/`);
    expect([first.status, first.validators, await text(first.body)]).toEqual([200, known, 'a,b\n']);
    const second = await fetcher.fetch(`http://${address}/`, { validators: first.validators });
    expect([second.status, second.validators, await text(second.body)]).toEqual([304, known, '']);
    const changed = await fetcher.fetch(`http://${address}/`, { validators: { etag: '"0"', lastModified: null } });
    expect([changed.status, await text(changed.body)]).toEqual([200, 'a,b\n']);
  });

  test('is requested without tags that a header cannot contain', async () => {
    const address = await serve((request, response) =>
      response.end(`${request.headers['if-none-match']} ${request.headers['if-modified-since']}`),
    );
    const { body } = await fetcherFor([address]).fetch(`http://${address}/`, {
      validators: { etag: '漢', lastModified: '\r\nx: y' },
    });
    expect(await text(body)).toBe('undefined undefined');
  });

  test('may answer 304 only to a conditional request', async () => {
    const address = await serve((_request, response) => response.writeHead(304).end());
    await expect(fetcherFor([address]).fetch(`http://${address}/`)).rejects.toThrow('answered with status 304');
  });
});

describe('the size of a source', () => {
  test.each([
    ['is the Content-Length', { 'content-length': '4' }, 'a,b\n', 4],
    ['is not known when it does not tell', { 'transfer-encoding': 'chunked' }, 'a,b\n', null],
    [
      'is not the one of what it decodes to',
      { 'content-encoding': 'gzip', 'content-length': String(gzipSync('a,b\n').length) },
      gzipSync('a,b\n'),
      null,
    ],
  ])('the size of a source: %s', async (_case, headers, content, size) => {
    const address = await serve((_request, response) => response.writeHead(200, { ...headers }).end(content));
    const fetched = await fetcherFor([address]).fetch(`http://${address}/`);
    expect([fetched.size, await text(fetched.body)]).toEqual([size, 'a,b\n']);
  });

  test('is an error where fewer bytes arrive than announced', async () => {
    const address = await serveTcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')),
    );
    const { size, body } = await fetcherFor([address]).fetch(`http://${address}/`);
    expect(size).toBe(9);
    await expect(text(body)).rejects.toThrow('closed the connection before the end');
  });

  test.each([200_000, 655_360, 1_000_000])(
    'does not matter to a slow reader whose server has closed the connection: %d bytes',
    async (size) => {
      const closed = Promise.withResolvers<unknown>();
      const address = await serve(
        (request, response) => {
          request.socket.once('close', closed.resolve);
          response.end('x'.repeat(size));
        },
        { keepAliveTimeout: 1 },
      );
      const { body } = await fetcherFor([address]).fetch(`http://${address}/`);
      await closed.promise;
      expect((await text(body)).length).toBe(size);
    },
  );

  describe.each(['HTTP/1.0', 'HTTP/1.1'])(
    'does not matter where a server of %s ends connections unannounced:',
    (version) => {
      const sizes = [1_000, 65_536, 1_000_000, 3_000_000, 12_345_678];
      test.each(sizes.flatMap((size) => [`${size} bytes to a fast reader`, `${size} bytes to a slow reader`]))(
        '%s',
        async (name) => {
          const size = parseInt(name);
          const address = await serveTcp((socket) =>
            socket.once('data', () => {
              socket.write(`${version} 200 OK\r\nContent-Type: text/csv\r\nContent-Length: ${size}\r\n\r\n`);
              socket.end(Buffer.alloc(size, 'x'));
            }),
          );
          const fetcher = fetcherFor([address]);
          for (let fetches = 0; fetches < 3; fetches++) {
            const { body } = await fetcher.fetch(`http://${address}/`);
            let received = 0;
            for await (const chunk of body as AsyncIterable<Buffer>) {
              if (name.endsWith('slow reader')) await setTimeout(2);
              received += chunk.length;
            }
            expect(received).toBe(size);
          }
        },
      );
    },
  );

  test('is unknown where it is sent in chunks, and a connection that closes before the last one is an error', async () => {
    const address = await serve((_request, response) => {
      response.write('half', () => response.destroy());
    });
    const { size, body } = await fetcherFor([address]).fetch(`http://${address}/`);
    expect(size).toBeNull();
    await expect(text(body)).rejects.toThrow('closed the connection before the end');
  });

  test('is the end of the content where more bytes arrive', async () => {
    const address = await serveTcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nhalfmore')),
    );
    const read = await fetcherFor([address])
      .fetch(`http://${address}/`)
      .then(
        ({ body }) => text(body),
        (error: unknown) => error,
      );
    expect(['half', expect.objectContaining({ code: 'SOURCE_FAILED' })]).toContainEqual(read);
  });
});

describe('a request', () => {
  test('may send a body, which a redirect does not get', async () => {
    const address = await serve((request, response) => {
      if (request.url === '/moved') response.writeHead(307, { location: '/' }).end();
      else
        void text(request).then((sent) => response.end(`${request.method} ${request.headers['content-type']} ${sent}`));
    });
    const fetcher = fetcherFor([address]);
    const post = {
      method: 'POST',
      content: 'q=ä',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    } as const;
    expect(await text((await fetcher.fetch(`http://${address}/`, post)).body)).toBe(
      'POST application/x-www-form-urlencoded q=ä',
    );
    await expect(fetcher.fetch(`http://${address}/moved`, post)).rejects.toThrow(
      'redirects to another address. Use that one.',
    );
  });

  test('gets only the accepted answers without success', async () => {
    const address = await serve((request, response) => response.writeHead(Number(request.url?.slice(1))).end('why'));
    const fetcher = fetcherFor([address]);
    const { status, body } = await fetcher.fetch(`http://${address}/404`, { acceptedStatuses: [404] });
    expect([status, await text(body)]).toEqual([404, 'why']);
    await expect(fetcher.fetch(`http://${address}/403`, { acceptedStatuses: [404] })).rejects.toThrow('status 403');
  });
});

test('a part of a source that no request asked for is an error', async () => {
  const address = await serve((_request, response) =>
    response.writeHead(206, { 'content-range': 'bytes 0-3/9' }).end('a,b\n'),
  );
  await expect(fetcherFor([address]).fetch(`http://${address}/`)).rejects.toThrow(
    'answered with status 206. It sent only a part of the source',
  );
  const { body } = await fetcherFor([address]).fetch(`http://${address}/`, { headers: { Range: 'bytes=0-3' } });
  expect(await text(body)).toBe('a,b\n');
});

describe('a server that violates HTTP fails:', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  test.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['nothing', ''],
    ['half a header', `${ok}content-ty`],
    ['headers without end', ok + 'x: y\r\n'.repeat(100_000)],
    ['an endless header', `${ok}x: ${'y'.repeat(1_000_000)}`],
    ['two lengths', `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`],
    ['a negative length', `${ok}content-length: -1\r\n\r\nab`],
    ['a length that is no number', `${ok}content-length: 1e3\r\n\r\nab`],
    ['a NUL in a header', `${ok}x: a\0b\r\n\r\n`],
    ['a chunk of no size', `${ok}transfer-encoding: chunked\r\n\r\nzz\r\nab\r\n`],
    ['a chunk that breaks off', `${ok}transfer-encoding: chunked\r\n\r\nff\r\nab`],
    ['a switch to another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ])('a server that violates HTTP fails: %s', async (_case, answer) => {
    const address = await serveTcp((socket) => socket.once('data', () => socket.end(answer)));
    const read = fetcherFor([address])
      .fetch(`http://${address}/`)
      .then(({ body }) => text(body));
    await expect(read).rejects.toMatchObject({ code: 'SOURCE_FAILED', message: expect.stringContaining(address) });
  });

  test('the failure says that the server violates HTTP', async () => {
    const address = await serveTcp((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n')));
    await expect(fetcherFor([address]).fetch(`http://${address}/`)).rejects.toThrow('sent an invalid HTTP response');
  });
});
