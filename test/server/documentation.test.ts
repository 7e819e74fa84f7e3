import { runInNewContext, runInThisContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { documentationPolicy } from '#server/pages/documentation-routes.ts';
import { testApp } from '../support/app.ts';

const { http } = await testApp();

test('the viewer is a page whose assets all come from this server', async () => {
  const page = await http.inject('/docs');
  expect(page).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': documentationPolicy },
  });
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, file = '']) => file)
    .filter((file) => file !== 'data:,');
  expect(files.map((file) => file.replace(/\.[0-9a-f]{16}\./, '.'))).toEqual([
    '/docs/swagger-ui.css',
    '/docs/swagger-ui-bundle.js',
    '/docs/swagger-ui-standalone-preset.js',
    '/docs/start.js',
  ]);
  for (const file of files)
    expect(await http.inject(file)).toMatchObject({
      statusCode: 200,
      headers: { 'x-content-type-options': 'nosniff' },
    });
  const script = (await http.inject(files.at(-1) ?? '')).body;
  expect(script).toContain('"/api/automation/v1.0/openapi.json"');
  expect(script).toContain('"/api/portal/v1.0/openapi.json"');
  expect(script).toContain('"validatorUrl":null');
});

test('the viewer shows the GraphQL operation of each operation, collapsed', async () => {
  const [, address = ''] = /src="(\/docs\/start[^"]*)"/.exec((await http.inject('/docs')).body) ?? [];
  const script = (await http.inject(address)).body;
  const made = runInThisContext(
    `(() => { ${script.slice(0, script.indexOf('const viewer'))} return graphqlOperation(); })()`,
  );
  const createElement = (type: string, _props: object, ...children: unknown[]) => ({ [type]: children });
  const row = made.wrapComponents.OperationExtRow('row of the viewer', { React: { createElement } });
  const { paths } = (await http.inject('/api/automation/v1.0/openapi.json')).json();
  const { 'x-graphql-operation': twin } = paths['/datasets/'].get;
  const shown = (value: object) => row({ xKey: 'x-graphql-operation', xVal: { toJS: () => value } });
  expect(shown(twin)).toEqual({
    tr: [
      {
        td: [
          {
            details: [
              { summary: ['GraphQL: ListDatasets'] },
              { pre: [expect.stringContaining('query ListDatasets(')] },
            ],
          },
        ],
      },
    ],
  });
  expect(shown({ name: twin.name })).toEqual({ tr: [{ td: ['GraphQL: ListDatasets'] }] });
  expect(row({ xKey: 'x-other', xVal: 1 })).toEqual({ 'row of the viewer': [] });
  expect(script).toContain('"showExtensions":true');
});

test('the viewer sends its own changes with the header of a page, for people who have signed in, and shows commands without it', async () => {
  const [, address = ''] = /src="(\/docs\/start[^"]*)"/.exec((await http.inject('/docs')).body) ?? [];
  const script = (await http.inject(address)).body;
  const { requestInterceptor, showMutatedRequest } = runInNewContext(script, {
    ...{ URL, location: new URL('https://data.example/docs'), SwaggerUIStandalonePreset: {} },
    SwaggerUIBundle: Object.assign((settings: object) => settings, { presets: { apis: {} } }),
  });
  expect(showMutatedRequest).toBe(false);
  const headersOf = (method: string, url: string) =>
    requestInterceptor({ method, url, headers: { accept: 'application/json' } }).headers;
  const plain = { accept: 'application/json' };
  expect(headersOf('DELETE', 'https://data.example/api/x/')).toEqual({ ...plain, 'x-csrf': '1' });
  expect(headersOf('GET', 'https://data.example/api/x/')).toEqual(plain);
  expect(headersOf('DELETE', 'https://other.example/api/x/')).toEqual(plain);
});

test('the viewer runs no other code and reaches no other server', () => {
  expect(documentationPolicy).toContain("default-src 'none'");
  expect(documentationPolicy).toContain("script-src 'self';");
  expect(documentationPolicy).toContain("connect-src 'self'");
});

test('the catalog of interfaces leads to their descriptions', async () => {
  const { headers, body } = await http.inject('/.well-known/api-catalog');
  expect(headers['content-type']).toMatch(/^application\/linkset\+json/);
  const { linkset }: { linkset: readonly Readonly<Record<string, string | readonly { href: string }[]>>[] } =
    JSON.parse(body);
  expect(linkset.map(({ anchor }) => anchor)).toEqual(
    expect.arrayContaining(['/api/explore/v2.1', '/graphql', '/mcp'].map((path) => `http://localhost:80${path}`)),
  );
  const targets = linkset.flatMap((each) =>
    Object.values(each).flatMap((value) => (typeof value === 'string' ? [] : value.map(({ href }) => href))),
  );
  for (const address of new Set(targets)) {
    const { statusCode } = await http.inject(address.slice('http://localhost:80'.length));
    expect([address, statusCode]).toEqual([address, 200]);
  }
});
