import { describe, expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import type { Oidc } from '#platform/datasources/authentication.ts';
import { googleDriveClient, type GoogleDriveSettings } from '#platform/datasources/google-drive.ts';
import { sharepointClient, type SharepointSettings } from '#platform/datasources/sharepoint.ts';
import { serve } from '#test/platform/fetcher/web.ts';
import { json, open, provider, type Asked, type Provider } from '../provider.ts';

const oidc = (origin: string): Oidc => ({
  type: 'oidc',
  tokenUrl: `${origin}/token`,
  clientId: 'app',
  clientSecret: 'hush',
  refreshToken: 'keep',
  owner: 'dataset',
});

const sharepointFile = ({ origin }: Provider, fileId = '01ABC'): SharepointSettings => ({
  type: 'sharepoint',
  connection: { auth: oidc(origin) },
  driveId: 'b!-x',
  fileId,
  endpoint: origin,
});

const driveFile = ({ origin }: Provider): GoogleDriveSettings => ({
  type: 'google_drive',
  connection: { auth: oidc(origin) },
  fileId: '1aB',
  endpoint: origin,
});

const isToken = ({ path }: Asked): boolean => path === '/token';
const token = { token_type: 'Bearer', access_token: 'temporary', expires_in: 3599 };
const unknown = { etag: null, lastModified: null };

describe('a file in SharePoint', () => {
  const item = { id: '01ABC', name: 'Rides 2024.csv', size: 8, eTag: '"{7},2"', file: { mimeType: 'text/csv' } };

  async function site(metadata: unknown = item, downloads = 'downloads.invalid:80'): Promise<Provider> {
    return provider(
      (asked, response) => {
        if (isToken(asked)) json(response, token);
        else if (asked.path.endsWith('/content'))
          response.writeHead(302, { location: `http://${downloads}/signed?tempauth=1` }).end();
        else json(response, metadata);
      },
      [downloads],
    );
  }

  test('is requested with a token, and downloaded from another host without it', async () => {
    const sent: (string | undefined)[] = [];
    const downloads = await serve((request, response) => {
      sent.push(request.headers.authorization);
      response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': 8 }).end('a,b\n1,2\n');
    });
    const graph = await site(item, downloads);
    const { content, ...rest } = await open(sharepointClient, graph, sharepointFile(graph));
    expect(rest).toEqual({
      filename: 'Rides 2024.csv',
      mimetype: 'text/csv',
      size: 8,
      validators: { etag: '"{7},2"', lastModified: null },
    });
    expect(await text(content)).toBe('a,b\n1,2\n');
    expect(sent).toEqual([undefined]);
    expect(graph.asked.map(({ method, path, headers }) => [method, path, headers.authorization])).toEqual([
      ['POST', '/token', 'Basic YXBwOmh1c2g='],
      ['GET', '/v1.0/drives/b!-x/items/01ABC', 'Bearer temporary'],
      ['GET', '/v1.0/drives/b!-x/items/01ABC/content', 'Bearer temporary'],
    ]);
    expect(Object.fromEntries(new URLSearchParams(graph.asked[0]?.body))).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'keep',
    });
  });

  test('is not downloaded again while it is unchanged', async () => {
    const graph = await site();
    const signal = new AbortController().signal;
    expect(
      await sharepointClient.openStream(sharepointFile(graph), graph.ports, {
        signal,
        validators: { ...unknown, etag: '"{7},2"' },
      }),
    ).toBeUndefined();
    expect(graph.asked).toHaveLength(2);
  });

  test.each([
    ['a folder', { name: 'Rides', folder: { childCount: 2 } }, /belongs to a folder/],
    ['no item', { name: 7 }, /answered in an unexpected form, at name/],
    ['no object', [], /at its beginning/],
  ])('fails when the identifier leads to %s', async (_what, metadata, message) => {
    const graph = await site(metadata);
    await expect(open(sharepointClient, graph, sharepointFile(graph))).rejects.toThrow(message);
  });

  test.each(['', '.', '..', '\ud800', 'x'.repeat(2_000)])(
    'fails when its identifier is none: %.10j',
    async (fileId) => {
      const graph = await site();
      await expect(open(sharepointClient, graph, sharepointFile(graph, fileId))).rejects.toMatchObject({
        code: 'SOURCE_FAILED',
      });
    },
  );

  test('stays within its path, whatever its identifier', async () => {
    const graph = await site();
    await open(sharepointClient, graph, sharepointFile(graph, '../../me?x=1#')).catch(() => undefined);
    expect(graph.asked[1]?.path).toBe('/v1.0/drives/b!-x/items/..%2F..%2Fme%3Fx%3D1%23');
  });
});

describe('a file in Google Drive', () => {
  const file = {
    name: 'rides.parquet',
    mimeType: 'application/octet-stream',
    size: '4',
    md5Checksum: 'd41d',
    modifiedTime: '2026-01-01T00:00:00.000Z',
  };
  const sheet = {
    name: 'Rides',
    mimeType: 'application/vnd.google-apps.spreadsheet',
    modifiedTime: '2026-01-01T00:00:00.000Z',
  };

  const drive = (metadata: unknown, content = 'PAR1'): Promise<Provider> =>
    provider((asked, response) => {
      if (isToken(asked)) json(response, token);
      else if (asked.path.includes('fields=')) json(response, metadata);
      else response.end(content);
    });

  test('is read after its metadata', async () => {
    const google = await drive(file);
    const { content, ...rest } = await open(googleDriveClient, google, driveFile(google));
    expect(rest).toEqual({
      filename: 'rides.parquet',
      mimetype: 'application/octet-stream',
      size: 4,
      validators: { etag: 'd41d', lastModified: null },
    });
    expect(await text(content)).toBe('PAR1');
    expect(google.asked.slice(1).map(({ path, headers }) => [path, headers.authorization])).toEqual([
      [
        '/drive/v3/files/1aB?fields=name,mimeType,size,md5Checksum,modifiedTime&supportsAllDrives=true',
        'Bearer temporary',
      ],
      ['/drive/v3/files/1aB?alt=media&supportsAllDrives=true', 'Bearer temporary'],
    ]);
  });

  test('a file in Google Drive that is a Google Sheet is CSV', async () => {
    const google = await drive(sheet, 'a,b\n');
    const { content, ...rest } = await open(googleDriveClient, google, driveFile(google));
    expect(rest).toMatchObject({
      filename: 'Rides.csv',
      mimetype: 'text/csv',
      validators: { etag: sheet.modifiedTime },
    });
    expect(await text(content)).toBe('a,b\n');
    expect(google.asked.at(-1)?.path).toBe('/drive/v3/files/1aB/export?mimeType=text/csv');
  });

  test.each([
    [file, 'd41d'],
    [sheet, sheet.modifiedTime],
  ])('is not read again while it is unchanged', async (metadata, etag) => {
    const google = await drive(metadata);
    const signal = new AbortController().signal;
    expect(
      await googleDriveClient.openStream(driveFile(google), google.ports, { signal, validators: { ...unknown, etag } }),
    ).toBeUndefined();
  });

  test('fails when it is a folder', async () => {
    const google = await drive({ name: 'a', mimeType: 'application/vnd.google-apps.folder' });
    await expect(open(googleDriveClient, google, driveFile(google))).rejects.toThrow(/belongs to a folder/);
  });
});

describe('an overloaded API', () => {
  /** A drive that is busy for its first answers. */
  const busyDrive = (
    times: number,
    headers: Record<string, string>,
    whenAsked: () => void = () => undefined,
  ): Promise<Provider> => {
    let left = times;
    return provider((asked, response) => {
      if (isToken(asked)) return json(response, token);
      whenAsked();
      return left-- > 0
        ? response.writeHead(left % 2 === 0 ? 429 : 503, headers).end()
        : json(response, { name: 'a', mimeType: 'text/csv' });
    });
  };

  test('is requested again after Retry-After', async () => {
    const google = await busyDrive(2, { 'retry-after': '0' });
    expect(await open(googleDriveClient, google, driveFile(google))).toMatchObject({ filename: 'a' });
    expect(google.asked).toHaveLength(5);
  });

  test.each([
    ['3600', 3600],
    [new Date(Date.now() + 7_200_000).toUTCString(), 7200],
  ])(
    'an overloaded API that asks for more than a minute of waiting (%s) fails with the time',
    async (retryAfter, seconds) => {
      const google = await busyDrive(1, { 'retry-after': retryAfter });
      const failure = await open(googleDriveClient, google, driveFile(google)).then(({ filename }) => filename, String);
      const [, wait] =
        /limits requests or is overloaded: it answered with status 429\. Try again in (\d+) seconds/.exec(failure) ??
        [];
      expect(Number(wait)).toBeGreaterThan(seconds - 60);
      expect(Number(wait)).toBeLessThanOrEqual(seconds);
    },
  );

  test('gets no further request after the caller aborts', async () => {
    const caller = new AbortController();
    const google = await busyDrive(9, {}, () => {
      setImmediate(() => caller.abort(new Error('enough')));
    });
    await expect(
      googleDriveClient.openStream(driveFile(google), google.ports, { signal: caller.signal }),
    ).rejects.toThrow('enough');
  });

  test.each([
    [401, 'Check the credentials'],
    [403, 'Check the credentials'],
    [404, 'Check the address'],
    [500, 'Try again later'],
  ])('is distinguished from one that answers %i', async (status, advice) => {
    const google = await provider((asked, response) =>
      json(response, isToken(asked) ? token : {}, isToken(asked) ? 200 : status),
    );
    await expect(open(googleDriveClient, google, driveFile(google))).rejects.toThrow(`status ${status}. ${advice}`);
  });
});
