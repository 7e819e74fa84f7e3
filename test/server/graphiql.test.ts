import { expect, test } from '@jest/globals';
import { graphiqlPage, graphiqlPolicy } from '../../src/server/graphiql.ts';

test('GraphiQL is one page with the given tabs, and loads nothing from elsewhere', async () => {
  const queries = ['{ one }', 'query ($uid: ID!) { two(uid: $uid) }', '{ three }'];
  const page = await graphiqlPage({
    endpoint: '/graphql',
    subscriptionsEndpoint: '/graphql/stream',
    tabs: queries.map((query, index) => index === 1 ? { query, variables: { uid: 'da_000000' } } : { query }),
  });
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).not.toMatch(/<(?:script|link|img|iframe)[^>]*(?:src|href)=["']?(?:https?:)?\/\//);
  const options: unknown = JSON.parse(/querySelector\('#root'\),\s*(\{.*\}),\s*\);\s*<\/script>/.exec(page.slice(-4_000))?.[1] ?? '');
  expect(options).toMatchObject({
    endpoint: '/graphql',
    subscriptionsEndpoint: '/graphql/stream',
    defaultTabs: [
      { query: queries[0], headers: expect.stringContaining('"Authorization": "Apikey') },
      { query: queries[1], variables: '{\n  "uid": "da_000000"\n}' },
      { query: queries[2] },
    ],
    shouldPersistHeaders: false,
  });
});

test('the page may run no code and reach no server but its own', () => {
  expect(graphiqlPolicy).toContain("default-src 'none'");
  expect(graphiqlPolicy).toContain("connect-src 'self'");
  expect(graphiqlPolicy).not.toContain('unsafe-eval');
});
