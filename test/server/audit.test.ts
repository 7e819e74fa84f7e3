import { expect, test } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { testApp } from '../support/app.ts';

const app = await testApp();
const address = await app.http.listen({ port: 0, host: '127.0.0.1' });

/** A client that is no browser form: it sends the header that a cross-site form cannot send. */
const client = (url: string, { headers, ...init }: RequestInit = {}) =>
  fetch(url, { ...init, headers: { ...(headers as object), 'apollo-require-preflight': 'true' } });

test.each(serverAudits({ url: `${address}/graphql`, fetchFn: client }))(
  'GraphQL over HTTP: the server $name ($id)',
  async ({ fn }) => {
    expect(await fn()).toMatchObject({ status: 'ok' });
  },
);
