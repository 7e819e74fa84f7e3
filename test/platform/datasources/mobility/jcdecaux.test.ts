import { expect, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { jcdecauxClient, type JcdecauxSettings } from '#platform/datasources/mobility.ts';
import { json, open, provider, type Provider } from '../provider.ts';

const settings = ({ origin }: Provider, contract = 'lyon'): JcdecauxSettings => ({
  type: 'jcdecaux',
  url: `${origin}/vls/v1/`,
  contract,
  apiKey: 'hu&sh',
});

test('the stations of a contract are requested with the key, and only when they have changed', async () => {
  const api = await provider(({ headers }, response) => {
    if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else response.writeHead(200, { 'content-type': 'application/json', etag: '"1"' }).end('[]');
  });
  const { content, ...rest } = await open(jcdecauxClient, api, settings(api));
  expect(rest).toEqual({
    filename: 'stations.json',
    mimetype: 'application/json',
    size: null,
    validators: { etag: '"1"', lastModified: null },
  });
  expect(await text(content)).toBe('[]');
  expect(
    await jcdecauxClient.openStream(settings(api, ''), api.ports, {
      signal: new AbortController().signal,
      validators: rest.validators,
    }),
  ).toBeUndefined();
  expect(api.asked.map(({ path }) => path)).toEqual([
    '/vls/v1/stations?contract=lyon&apiKey=hu%26sh',
    '/vls/v1/stations?apiKey=hu%26sh',
  ]);
});

test.each([403, 404, 500])('the message of an answer %i does not contain the key', async (status) => {
  const api = await provider((_asked, response) => json(response, { error: 'Unauthorized hu&sh' }, status));
  const failure = await open(jcdecauxClient, api, settings(api)).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: 'SOURCE_FAILED',
    message: expect.stringContaining(`${api.host} answered with status ${status}`),
  });
  expect(String(failure)).not.toMatch(/hu.*sh/);
});
