import { describe, expect, test } from '@jest/globals';
import { createHash, generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { snowflakeClient, type SnowflakeSettings } from '#platform/datasources/snowflake.ts';
import { json, linesOf, open, provider, type Asked, type Provider } from '../provider.ts';

const settings = (
  { origin }: Provider,
  connectionString = 'Server=acme-main.snowflakecomputing.com;UID=ada;PWD=pat-hush',
): SnowflakeSettings => ({
  type: 'snowflake_odbc',
  connection: { connectionString },
  query: "select * from RIDES where NOTE = 'private'",
  endpoint: origin,
});

const statementHandle = '01b2-33f4';
const running = {
  code: '333334',
  message: 'Asynchronous execution in progress.',
  statementHandle,
  statementStatusUrl: `/api/v2/statements/${statementHandle}`,
};
const rowType = [
  { name: 'ID', type: 'FIXED', scale: 0 },
  { name: 'NOTE', type: 'text', scale: null },
  { name: 'NOTE', type: 'boolean' },
];
const resultOf = (data: unknown[], rowCounts: number[]): object => ({
  code: '090001',
  statementHandle,
  data,
  resultSetMetaData: {
    numRows: 3,
    format: 'jsonv2',
    rowType,
    partitionInfo: rowCounts.map((rowCount) => ({ rowCount, uncompressedSize: 100 })),
  },
});

type Answer = (asked: Asked, response: ServerResponse) => unknown;

/** A warehouse that says twice that it is not ready, and then answers. */
async function warehouse(
  finished: unknown,
  partition: Answer = (_asked, response) => response.end(),
): Promise<Provider> {
  let polls = 0;
  return provider((asked, response) => {
    if (asked.path.includes('partition=')) partition(asked, response);
    else if (asked.method === 'POST' || polls++ < 1) json(response, running, 202);
    else json(response, finished);
  });
}

describe('a query on Snowflake', () => {
  test('is started, polled, and read partition by partition', async () => {
    const server = await warehouse(
      resultOf(
        [
          ['1', 'a', 'true'],
          ['2', null, null],
        ],
        [2, 1],
      ),
      (_asked, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"data":[["3","é\\n\\"","false"]]}'));
      },
    );
    const opened = await open(
      snowflakeClient,
      server,
      settings(
        server,
        'Server=acme-main.snowflakecomputing.com;DATABASE=sales;schema="Mixed";Warehouse=w1;role=r;UID=ada;PWD={pat-hush}',
      ),
    );
    expect(opened).toMatchObject({ filename: 'query.jsonl', mimetype: 'application/x-ndjson', size: null });
    expect(await linesOf(opened)).toEqual([
      { ID: 1, NOTE: 'a', NOTE_2: true },
      { ID: 2, NOTE: null, NOTE_2: null },
      { ID: 3, NOTE: 'é\n"', NOTE_2: false },
    ]);
    expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v2/statements?async=true',
      `GET /api/v2/statements/${statementHandle}`,
      `GET /api/v2/statements/${statementHandle}`,
      `GET /api/v2/statements/${statementHandle}?partition=1`,
    ]);
    expect(
      server.asked.map(({ headers }) => [headers.authorization, headers['x-snowflake-authorization-token-type']]),
    ).toEqual(server.asked.map(() => ['Bearer pat-hush', 'PROGRAMMATIC_ACCESS_TOKEN']));
    expect(JSON.parse(server.asked[0]?.body ?? '')).toEqual({
      statement: "select * from RIDES where NOTE = 'private'",
      timeout: 3_000,
      database: 'SALES',
      schema: 'Mixed',
      warehouse: 'W1',
      role: 'R',
    });
  });

  test('a query may finish at once', async () => {
    const server = await provider((_asked, response) => json(response, resultOf([['1', 'a', null]], [1])));
    expect(await linesOf(await open(snowflakeClient, server, settings(server)))).toEqual([
      { ID: 1, NOTE: 'a', NOTE_2: null },
    ]);
  });

  test('is cancelled when the caller aborts', async () => {
    const caller = new AbortController();
    const cancelled = Promise.withResolvers<string>();
    const server = await provider(({ path }, response) => {
      if (path.endsWith('/cancel')) cancelled.resolve(path);
      json(response, running, path.endsWith('/cancel') ? 200 : 202);
      if (path.endsWith(statementHandle)) caller.abort(new Error('enough'));
    });
    await expect(snowflakeClient.openStream(settings(server), server.ports, { signal: caller.signal })).rejects.toThrow(
      'enough',
    );
    expect(await cancelled.promise).toBe(`/api/v2/statements/${statementHandle}/cancel`);
  });

  test('aborts the running request when its reader stops', async () => {
    const [asked, closed] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
    const server = await warehouse(resultOf([['1', 'a', null]], [1, 5]), (_asked, response) => {
      response.on('close', () => closed.resolve(null)).write('{"data":[', asked.resolve);
    });
    const { content } = await open(snowflakeClient, server, settings(server));
    await asked.promise;
    content.destroy();
    await closed.promise;
  });

  test('reads large partitions row by row', async () => {
    const server = await warehouse(resultOf([], [0, 50_000]), (_asked, response) => {
      response.end(
        `{"data":[${Array.from({ length: 50_000 }, (_none, index) => `["${index}","${'x'.repeat(20)}",null]`).join(',')}]}`,
      );
    });
    const lines = await linesOf(await open(snowflakeClient, server, settings(server)));
    expect(lines).toHaveLength(50_000);
    expect(lines.at(-1)).toEqual({ ID: 49_999, NOTE: 'x'.repeat(20), NOTE_2: null });
  });
});

describe('a key pair', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  const pem = Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })).toString('base64');
  const withKey = (key: string): string =>
    `Server=xy12345.eu-west-1.snowflakecomputing.com;UID=ada;Authenticator=SNOWFLAKE_JWT;PRIV_KEY_BASE64={${key}}`;

  function claimsOf(authorization: string, key: KeyObject): unknown {
    const [header = '', claims = '', signature = ''] = authorization.replace('Bearer ', '').split('.');
    expect(verify('sha256', Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'RS256', typ: 'JWT' });
    return JSON.parse(Buffer.from(claims, 'base64url').toString());
  }

  test.each([
    ['DER', pkcs8],
    ['PEM', pem],
  ])('a key pair in %s signs a token for every request', async (_format, key) => {
    const server = await provider((_asked, response) => json(response, resultOf([], [0])));
    await open(snowflakeClient, server, settings(server, withKey(key)));
    const { headers } = server.asked[0] ?? {};
    const fingerprint = createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('base64');
    const now = Math.floor(Date.now() / 1000);
    expect(headers?.['x-snowflake-authorization-token-type']).toBe('KEYPAIR_JWT');
    expect(claimsOf(headers?.authorization ?? '', publicKey)).toEqual({
      iss: `XY12345.ADA.SHA256:${fingerprint}`,
      sub: 'XY12345.ADA',
      iat: expect.closeTo(now, -2),
      exp: expect.closeTo(now + 3_000, -2),
    });
  });

  test.each([
    ['garbage', 'AAAA'],
    ['a public key', publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
    [
      'an encrypted key',
      Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })).toString(
        'base64',
      ),
    ],
    [
      'another kind of key',
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    ],
  ])('a key pair that is %s is a failure', async (_what, key) => {
    const server = await provider((_asked, response) => json(response, {}));
    await expect(open(snowflakeClient, server, settings(server, withKey(key)))).rejects.toThrow(
      /has no private RSA key/,
    );
    expect(server.asked).toEqual([]);
  });
});

describe('a connection string of Snowflake', () => {
  test.each([
    ['Server=a.example;UID=ada;Token=t-1;Authenticator=OAuth', 'OAUTH'],
    ['Server=a.example;UID=ada;Token=t-1;Authenticator=programmatic_access_token', 'PROGRAMMATIC_ACCESS_TOKEN'],
    ['SERVER=a.example;pwd=t-1;PWD=other', 'PROGRAMMATIC_ACCESS_TOKEN'],
  ])('%s sends its token', async (connectionString, type) => {
    const server = await provider((_asked, response) => json(response, resultOf([], [0])));
    await open(snowflakeClient, server, settings(server, connectionString));
    expect(server.asked[0]?.headers).toMatchObject({
      authorization: 'Bearer t-1',
      'x-snowflake-authorization-token-type': type,
    });
  });

  test.each([
    ['', 'has no Server'],
    ['Server=a.example', 'has no PWD'],
    ['UID=a;PWD=hush', 'has no Server'],
    ['Server={', 'cannot be read'],
    ['Server=a/b?c;PWD=hush', 'has an invalid Server'],
    ['Server=a.example;Port=x;PWD=hush', 'has an invalid Server'],
    ['Server=user@a.example;PWD=hush', 'has an invalid Server'],
    [
      'Server=a.example;Authenticator=externalbrowser;PWD=hush',
      'use snowflake, programmatic_access_token, oauth or snowflake_jwt',
    ],
  ])('a connection string of Snowflake: %j %s', async (connectionString, message) => {
    const server = await provider((_asked, response) => json(response, {}));
    const failure = await open(snowflakeClient, server, {
      ...settings(server),
      connection: { connectionString },
    }).catch(String);
    expect(failure).toContain(message);
    expect(failure).not.toContain('hush');
  });

  test('leads to a server that the guard allows', async () => {
    const { ports } = await provider(() => undefined);
    const source: SnowflakeSettings = {
      type: 'snowflake_odbc',
      connection: { connectionString: 'Server=127.0.0.1;Port=5432;PWD=hush' },
      query: 'select 1',
    };
    await expect(
      snowflakeClient.openStream(source, ports, { signal: new AbortController().signal }),
    ).rejects.toMatchObject({
      code: 'SOURCE_REFUSED',
    });
  });
});

describe('a warehouse that fails', () => {
  test.each([
    [
      422,
      {
        code: '002003',
        sqlState: '02000',
        message: "SQL compilation error:\nselect * from RIDES where NOTE = 'private' with pat-hush",
      },
      'status 422, code 002003): SQL compilation error: … with …',
    ],
    [
      401,
      { code: '390144', message: 'Token is invalid.' },
      'code 390144): Token is invalid. Check the connection string.',
    ],
    [403, 'no JSON of ours', 'status 403, code unknown): it gives no reason.'],
    [408, { code: '000630', message: 'Statement reached its timeout.' }, 'Statement reached its timeout.'],
    [500, {}, 'status 500'],
    [200, {}, 'at statementHandle'],
    [202, { statementHandle: '../x' }, 'at statementHandle'],
    [200, { ...resultOf([], [0]), data: [[1]] }, 'at data.0.0'],
    [200, resultOf([['1']], [1]), 'a row of 1 cells for 3 columns'],
    [200, resultOf([['1', 'a', null]], [2]), 'sent 1 of 2 rows in part 1'],
  ])(
    'a warehouse that fails with %i %j gives the reason, without the query and without secrets',
    async (status, body, message) => {
      const server = await provider((_asked, response) => json(response, body, status));
      const failure = await open(snowflakeClient, server, settings(server))
        .then(linesOf)
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'SOURCE_FAILED', message: expect.stringContaining(message) });
      expect(String(failure)).not.toMatch(/private|hush/);
    },
  );

  test.each([
    ['is cut', '{"data":[["1","a",null],["2",'],
    ['holds a row too few', '{"data":[["1","a",null]]}'],
    ['holds numbers', '{"data":[[1,2,3],[1,2,3]]}'],
    ['is no list', '{"data":{"a":1}}'],
    ['has nothing', '{}'],
    ['is no JSON', '<html>'],
    ['is nested', `{"data":${'['.repeat(100_000)}`],
  ])('a warehouse fails with a partition that %s', async (_what, partition) => {
    const server = await warehouse(resultOf([['0', 'a', null]], [1, 2]), (_asked, response) => response.end(partition));
    await expect(open(snowflakeClient, server, settings(server)).then(linesOf)).rejects.toMatchObject({
      code: 'SOURCE_FAILED',
    });
  });

  test('and sends an endless row is not read to its end', async () => {
    const server = await warehouse(resultOf([], [0, 1]), async (_asked, response) => {
      const piece = 'x'.repeat(2 ** 20);
      response.write('{"data":[["');
      while (!response.destroyed) {
        response.write(piece);
        await setTimeout(1);
      }
    });
    await expect(open(snowflakeClient, server, settings(server)).then(linesOf)).rejects.toThrow(
      /longer than 16777216 characters/,
    );
  });

  test('a warehouse that fails between partitions is an error', async () => {
    const server = await warehouse(resultOf([], [0, 1]), (_asked, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"da');
      response.destroy();
    });
    await expect(open(snowflakeClient, server, settings(server)).then(linesOf)).rejects.toMatchObject({
      code: 'SOURCE_FAILED',
    });
  });
});
