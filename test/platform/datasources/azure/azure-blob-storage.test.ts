import { beforeAll, describe, expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { azureBlobStorageClient, type AzureBlobStorageSettings } from '#platform/datasources/azure-blob-storage.ts';
import type { OpenOptions } from '#platform/datasources/datasource-client.ts';
import { serve } from '#test/platform/fetcher/web.ts';
import { portsFor } from '../ports.ts';
import { azureServer, azuriteAccount } from '../cloud-servers.ts';
import { read } from '../read.ts';

const server = azureServer();
const urlOf = (path: string) => `http://${server.address}/devstoreaccount1/${path}`;

beforeAll(async () => {
  await server.put('rides/2026/r%C3%ADdes%20(1).csv', 'a,b\n1,2\n');
  await server.put('open/rides.csv', 'open\n');
});

function open(
  url: string,
  {
    auth = azuriteAccount,
    allow = [server.address],
    headers = [],
    ...options
  }: Partial<OpenOptions> & {
    auth?: AzureBlobStorageSettings['connection']['auth'];
    allow?: string[];
    headers?: AzureBlobStorageSettings['headers'];
  } = {},
) {
  return azureBlobStorageClient.openStream(
    { type: 'azure_blob_storage', connection: { auth }, url, headers },
    portsFor(allow),
    {
      signal: new AbortController().signal,
      ...options,
    },
  );
}

describe('a blob', () => {
  test('is read with a shared key, with its name, type, size and validators', async () => {
    const opened = await open(urlOf('rides/2026/rídes (1).csv'));
    expect(opened).toMatchObject({
      filename: 'rídes (1).csv',
      mimetype: 'text/csv',
      size: 8,
      validators: { etag: expect.any(String), lastModified: expect.any(String) },
    });
    expect(opened && (await text(opened.content))).toBe('a,b\n1,2\n');
  });

  test('is not read again while it is unchanged', async () => {
    const first = await open(urlOf('rides/2026/r%C3%ADdes%20(1).csv'));
    first?.content.destroy();
    expect(await open(urlOf('rides/2026/r%C3%ADdes%20(1).csv'), { validators: first?.validators })).toBeUndefined();
  });

  test('is read anonymously where it is public, and with a signature in the address', async () => {
    expect(await read(open(urlOf('open/rides.csv'), { auth: null }))).toBe('open\n');
    expect(await read(open(server.signed('rides/2026/r%C3%ADdes%20(1).csv'), { auth: null }))).toBe('a,b\n1,2\n');
  });

  test('is requested with signed headers and parameters', async () => {
    const headers = [
      { name: 'X-Ms-Client-Request-Id', value: '  some   id ' },
      { name: 'x-ms-a-b', value: '1' },
      { name: 'x-ms-a', value: '2' },
      { name: 'Range', value: 'bytes=0-3' },
    ];
    expect(await read(open(`${urlOf('rides/2026/rídes (1).csv')}?timeout=5&z=1`, { headers }))).toBe('a,b\n');
  });

  test.each<[string, string, AzureBlobStorageSettings['connection']['auth'], string]>([
    ['the key is wrong', 'rides/2026/r%C3%ADdes%20(1).csv', { ...azuriteAccount, sharedKey: 'c2VjcmV0' }, 'answered'],
    ['the key is none', 'rides/2026/r%C3%ADdes%20(1).csv', { ...azuriteAccount, sharedKey: '' }, 'answered'],
    [
      'the account name breaks the line',
      'open/rides.csv',
      { ...azuriteAccount, accountName: 'a\r\nx: y' },
      'a header has a name or value that HTTP does not allow',
    ],
    [
      'a private one is requested without a key',
      'rides/2026/r%C3%ADdes%20(1).csv',
      null,
      'answered AuthorizationFailure. Check that the key or the signature allows reading',
    ],
    ['it is not there', 'rides/gone.csv', azuriteAccount, 'answered BlobNotFound. Check the path of the blob.'],
    [
      'its container is not there',
      'gone/rides.csv',
      azuriteAccount,
      'answered ContainerNotFound. Check the container.',
    ],
  ])('a blob fails when %s', async (_case, path, auth, reason) => {
    const failure: unknown = await open(urlOf(path), { auth }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: expect.stringMatching(/^SOURCE_/),
      message: expect.stringContaining(reason),
    });
    expect(String(failure)).not.toMatch(/c2VjcmV0|sig=/);
  });

  test('is not read from a private host or an invalid address', async () => {
    await expect(open(urlOf('open/rides.csv'), { allow: [] })).rejects.toMatchObject({ code: 'SOURCE_REFUSED' });
    await expect(open('open/rides.csv')).rejects.toMatchObject({ code: 'SOURCE_REFUSED' });
    await expect(open('https://user:key@127.0.0.1/open/rides.csv')).rejects.toMatchObject({ code: 'SOURCE_REFUSED' });
  });

  test('does not send its signature to the target of a redirect', async () => {
    const seen: (string | undefined)[] = [];
    const away = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    const home = await serve((_request, response) => response.writeHead(302, { location: `http://${away}/` }).end());
    await read(open(`http://${home}/devstoreaccount1/open/rides.csv`, { allow: [home, away] }));
    expect(seen).toEqual([undefined]);
  });
});
