import { describe, expect, test } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { getAccessToken } from '#platform/datasources/access-token.ts';
import { httpClient } from '#platform/datasources/http.ts';
import type { OAuth2, Oidc } from '#platform/datasources/authentication.ts';
import { serve } from '#test/platform/fetcher/web.ts';
import { portsFor } from '../ports.ts';
import { read } from '../read.ts';

const { signal } = new AbortController();
const grant = (response: ServerResponse, answer: object, status = 200) =>
  response.writeHead(status).end(JSON.stringify(answer));
const client = (address: string): OAuth2 => ({
  type: 'oauth2',
  tokenUrl: `http://${address}/token`,
  clientId: 'ada',
  clientSecret: 'l+v: é',
  scope: 'rides',
});

/** A provider that records its requests and sends the answers in turn. */
async function provider(...answers: [answer: object, status?: number][]) {
  const asked: { authorization: string | undefined; form: Record<string, string> }[] = [];
  const address = await serve((request, response) => {
    void text(request).then((form) => {
      asked.push({ authorization: request.headers.authorization, form: Object.fromEntries(new URLSearchParams(form)) });
      const [answer, status] = answers[Math.min(asked.length, answers.length) - 1] ?? [{}];
      grant(response, answer, status);
    });
  });
  return { address, asked, ports: portsFor([address]) };
}

describe('an access token', () => {
  test('is requested with the id and the secret of the client in a header, and cached until it expires', async () => {
    const { address, asked, ports } = await provider([{ access_token: 't1', expires_in: 3600 }]);
    expect([
      await getAccessToken(client(address), ports, signal),
      await getAccessToken(client(address), ports, signal),
    ]).toEqual(['t1', 't1']);
    expect(asked).toEqual([
      {
        authorization: `Basic ${btoa('ada:l%2Bv%3A+%C3%A9')}`,
        form: { grant_type: 'client_credentials', scope: 'rides' },
      },
    ]);
  });

  test('is requested again when it is about to expire', async () => {
    const { address, asked, ports } = await provider(
      [{ access_token: 't1', expires_in: '60' }],
      [{ access_token: 't2' }],
    );
    expect([
      await getAccessToken(client(address), ports, signal),
      await getAccessToken(client(address), ports, signal),
    ]).toEqual(['t1', 't2']);
    expect(asked).toHaveLength(2);
  });

  test('is cached for one client with one secret', async () => {
    const { address, asked, ports } = await provider([{ access_token: 't1' }]);
    await getAccessToken(client(address), ports, signal);
    await getAccessToken({ ...client(address), clientSecret: 'other' }, ports, signal);
    expect(asked).toHaveLength(2);
  });

  test.each([
    [{ error: 'invalid_client' }, 400],
    [{}, 401],
  ])('is requested with both in the body where the header is refused with %j %d', async (answer, status) => {
    const { address, asked, ports } = await provider([answer, status], [{ access_token: 't1' }]);
    expect(await getAccessToken(client(address), ports, signal)).toBe('t1');
    expect(asked[1]).toEqual({
      authorization: undefined,
      form: { grant_type: 'client_credentials', scope: 'rides', client_id: 'ada', client_secret: 'l+v: é' },
    });
  });

  test('an access token of a user is requested with the refresh token', async () => {
    const { address, asked, ports } = await provider([{ access_token: 't1' }]);
    const auth: Oidc = {
      type: 'oidc',
      tokenUrl: `http://${address}/token`,
      clientId: 'ada',
      clientSecret: 's',
      refreshToken: 'r',
      owner: 'dataset',
    };
    expect(await getAccessToken(auth, ports, signal)).toBe('t1');
    expect(asked[0]?.form).toEqual({ grant_type: 'refresh_token', refresh_token: 'r' });
  });

  test.each<[string, object, number, string]>([
    [
      'the secret is wrong',
      { error: 'invalid_client', error_description: 'l+v' },
      401,
      'gave no access token (invalid_client). Check the client id and the client secret.',
    ],
    [
      'the refresh token is old',
      { error: 'invalid_grant' },
      400,
      'gave no access token (invalid_grant). The refresh token is no longer valid; get a new one.',
    ],
    ['the error is a strange one', { error: 'odd' }, 400, 'gave no access token (odd). Check the token URL.'],
    [
      'the error is no name',
      { error: 'l+v <script>' },
      400,
      'did not answer like a token endpoint. Check the token URL.',
    ],
    ['the token is no token', { access_token: 'a\r\nb' }, 200, 'did not answer like a token endpoint'],
    ['there is none', {}, 200, 'did not answer like a token endpoint'],
    ['the provider is out of order', {}, 503, 'answered with status 503. Try again later.'],
  ])('an access token fails when %s', async (_case, answer, status, reason) => {
    const { address, ports } = await provider([answer, status]);
    await expect(getAccessToken(client(address), ports, signal)).rejects.toThrow(
      `The source could not be read: ${address} ${reason}`,
    );
  });

  test('fails when the response is not JSON, or never ends', async () => {
    const page = await serve((_request, response) => response.end('<html>'));
    const endless = await serve((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('['.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const ports = portsFor([page, endless]);
    await expect(getAccessToken(client(page), ports, signal)).rejects.toThrow('did not answer like a token endpoint');
    await expect(getAccessToken(client(endless), ports, signal)).rejects.toThrow('larger than the 1 MiB');
  });

  test('is requested at the token URL only, never where it redirects to', async () => {
    const seen: (string | undefined)[] = [];
    const away = await serve((request, response) => {
      seen.push(request.url);
      response.end();
    });
    const address = await serve((_request, response) => response.writeHead(307, { location: `http://${away}/` }).end());
    await expect(getAccessToken(client(address), portsFor([address, away]), signal)).rejects.toThrow(
      'redirects to another address',
    );
    expect(seen).toEqual([]);
  });

  test('is not requested at a private or invalid address', async () => {
    const { address, asked } = await provider([{ access_token: 't1' }]);
    await expect(getAccessToken(client(address), portsFor([]), signal)).rejects.toMatchObject({
      code: 'SOURCE_REFUSED',
    });
    await expect(getAccessToken({ ...client(address), tokenUrl: 'token' }, portsFor([]), signal)).rejects.toMatchObject(
      {
        code: 'SOURCE_REFUSED',
      },
    );
    expect(asked).toEqual([]);
  });
});

describe('a source that needs a token', () => {
  /** Accepts the tokens of the list at the time of the request. */
  async function protectedBy(tokens: string[], ...answers: [answer: object, status?: number][]) {
    const { address: tokenAddress, asked } = await provider(...answers);
    const seen: (string | undefined)[] = [];
    const address = await serve((request, response) => {
      seen.push(request.headers.authorization);
      if (tokens.includes(`${request.headers.authorization}`.replace('Bearer ', ''))) response.end('a,b\n');
      else response.writeHead(401).end();
    });
    const ports = portsFor([tokenAddress, address]);
    const settings = {
      type: 'http',
      connection: { url: `http://${address}/`, headers: [], auth: client(tokenAddress) },
      relativeUrl: 'rides.csv',
      headers: [],
    } as const;
    return { tokens, asked, seen, address, fetch: () => read(httpClient.openStream(settings, ports, { signal })) };
  }

  test('gets the token, and never the secret of the client', async () => {
    const { fetch, seen } = await protectedBy(['t1'], [{ access_token: 't1' }]);
    expect(await fetch()).toBe('a,b\n');
    expect(seen).toEqual(['Bearer t1']);
  });

  test('gets a new token when it refuses the old one', async () => {
    const { tokens, fetch, seen } = await protectedBy(['t1'], [{ access_token: 't1' }], [{ access_token: 't2' }]);
    await fetch();
    tokens.splice(0, 1, 't2');
    expect(await fetch()).toBe('a,b\n');
    expect(seen).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2']);
  });

  test('is not requested forever when it refuses every token', async () => {
    const { address, fetch, asked } = await protectedBy([], [{ access_token: 't1' }]);
    await expect(fetch()).rejects.toThrow(`${address} answered with status 401. Check the credentials.`);
    await expect(fetch()).rejects.toThrow('Check the credentials.');
    expect(asked).toHaveLength(2);
  });
});
