import { describe, expect, test } from '@jest/globals';
import { httpClient, type HttpSettings } from '#platform/datasources/http.ts';
import { type OpenOptions, toReadableDatasource } from '#platform/datasources/datasource-client.ts';
import { amazonS3Client } from '#platform/datasources/amazon-s3.ts';
import { azureBlobStorageClient } from '#platform/datasources/azure-blob-storage.ts';
import { createFtp } from '#platform/datasources/ftp.ts';
import { createDatasources } from '#platform/datasources/datasources.ts';
import { serve } from '#test/platform/fetcher/web.ts';
import { portsFor } from '../ports.ts';
import { read } from '../read.ts';

const { signal } = new AbortController();
const through = (...allow: string[]) => ({
  open: (settings: HttpSettings, options: OpenOptions) => httpClient.openStream(settings, portsFor(allow), options),
});

const settings = (
  url: string,
  connection: Partial<HttpSettings['connection']> = {},
  rest: Partial<HttpSettings> = {},
): HttpSettings => ({
  type: 'http',
  connection: { url, headers: [], auth: null, ...connection },
  relativeUrl: '',
  headers: [],
  ...rest,
});

describe('a source on the web', () => {
  test('is read as the user of the connection, with the headers of the connection and its own, which take precedence', async () => {
    const address = await serve(({ headers, url }, response) => {
      response.end(JSON.stringify({ url, authorization: headers.authorization, a: headers['x-a'], b: headers['x-b'] }));
    });
    const auth = { type: 'basic_auth', username: 'ada', password: 'l:ö' } as const;
    const source = settings(
      `http://${address}/api?format=csv`,
      {
        auth,
        headers: [
          { name: 'X-A', value: '1' },
          { name: 'x-b', value: '2' },
        ],
      },
      { relativeUrl: '/rides', headers: [{ name: 'X-B', value: '3' }] },
    );
    expect(JSON.parse((await read(through(address).open(source, { signal }))) ?? '')).toEqual({
      url: '/api/rides?format=csv',
      authorization: `Basic ${Buffer.from('ada:l:ö').toString('base64')}`,
      a: '1',
      b: '3',
    });
  });

  test('returns its name, type, size and validators, and is not sent again while it is unchanged', async () => {
    const address = await serve((request, response) => {
      response.writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 200, {
        'content-type': 'text/csv',
        etag: '"1"',
        'content-length': request.headers['if-none-match'] ? '0' : '4',
      });
      response.end(request.headers['if-none-match'] ? '' : 'a,b\n');
    });
    const datasources = through(address);
    const source = settings(`http://${address}/rides.csv`);
    const opened = await datasources.open(source, { signal });
    expect(opened).toMatchObject({
      filename: 'rides.csv',
      mimetype: 'text/csv',
      size: 4,
      validators: { etag: '"1"', lastModified: null },
    });
    expect(await datasources.open(source, { signal, validators: opened?.validators })).toBeUndefined();
  });

  test.each([429, 503])('is waited for where it answers %d and says how long, twice', async (status) => {
    let [busy, asked] = [2, 0];
    const address = await serve((_request, response) => {
      asked++;
      if (busy-- > 0) response.writeHead(status, { 'retry-after': '0' }).end();
      else response.end('a,b\n');
    });
    const source = settings(`http://${address}/rides.csv`);
    expect(await read(through(address).open(source, { signal }))).toBe('a,b\n');
    expect(asked).toBe(3);
    busy = 3;
    await expect(through(address).open(source, { signal })).rejects.toThrow(`it answered with status ${status}`);
    expect(asked).toBe(6);
  });

  test('is not waited for where it says nothing, or asks for more than a minute', async () => {
    let asked = 0;
    const address = await serve(({ url }, response) => {
      asked++;
      response.writeHead(503, url === '/long' ? { 'retry-after': '61' } : {}).end();
    });
    for (const [path, reason] of [
      ['/', 'answered with status 503. Try again later.'],
      ['/long', 'Try again in 61 seconds.'],
    ] as const)
      await expect(through(address).open(settings(`http://${address}${path}`), { signal })).rejects.toThrow(reason);
    expect(asked).toBe(2);
  });

  test('waits as other stores of files do', async () => {
    const waiting = async (open: (host: string) => Promise<unknown>) => {
      let asked = 0;
      const address = await serve((_request, response) => {
        if (asked++ === 0) response.writeHead(503, { 'retry-after': '0' }).end();
        else response.end('a,b\n');
      });
      await open(address);
      return asked;
    };
    const url = (host: string) => `http://${host}/container/rides.csv`;
    const open = { connection: { auth: null }, headers: [] };
    expect(
      await waiting((host) =>
        amazonS3Client.openStream({ type: 'amazon_s3', ...open, url: url(host) }, portsFor([host]), { signal }),
      ),
    ).toBe(2);
    expect(
      await waiting((host) =>
        azureBlobStorageClient.openStream({ type: 'azure_blob_storage', ...open, url: url(host) }, portsFor([host]), {
          signal,
        }),
      ),
    ).toBe(2);
  });

  test('stays at the host of the connection, and is not read from a private one', async () => {
    const address = await serve((_request, response) => response.end());
    await expect(
      through(address).open(settings(`http://${address}/`, {}, { relativeUrl: 'http://other/' }), { signal }),
    ).rejects.toThrow('leads to another host');
    await expect(through().open(settings(`http://${address}/`), { signal })).rejects.toMatchObject({
      code: 'SOURCE_REFUSED',
    });
  });

  test('does not send its token to the target of a redirect', async () => {
    const seen: (string | undefined)[] = [];
    const away = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    const home = await serve((request, response) => {
      if (request.url === '/token') response.end('{"access_token": "t1", "expires_in": 3600}');
      else response.writeHead(302, { location: `http://${away}/` }).end();
    });
    const auth = {
      type: 'oidc',
      tokenUrl: `http://${home}/token`,
      clientId: 'ada',
      clientSecret: 's',
      refreshToken: 'r',
      owner: 'dataset',
    } as const;
    await read(through(home, away).open(settings(`http://${home}/`, { auth }), { signal }));
    expect(seen).toEqual([undefined]);
  });
});

test.each([
  toReadableDatasource(
    {
      type: 'ftp',
      connection: { url: 'ftp://127.0.0.1:2121/', auth: null, owner: 'dataset' },
      relativeUrl: 'a',
    } as const,
    async () => createFtp(),
  ),
  toReadableDatasource(
    {
      type: 'amazon_s3',
      connection: { auth: null },
      url: 'https://127.0.0.1/bucket/key',
      headers: [],
    } as const,
    async () => amazonS3Client,
  ),
  toReadableDatasource(
    {
      type: 'azure_blob_storage',
      connection: { auth: null },
      url: 'https://127.0.0.1/container/blob',
      headers: [],
    } as const,
    async () => azureBlobStorageClient,
  ),
])('a datasource of the kind $settings.type does not reach private hosts', async (datasource) => {
  await expect(createDatasources(portsFor([])).openStream(datasource, { signal })).rejects.toMatchObject({
    code: 'SOURCE_REFUSED',
  });
});
