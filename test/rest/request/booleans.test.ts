import { expect, test } from '@jest/globals';
import { portalApi, restApis } from '#rest/rest-apis.ts';
import { testApp } from '#test/support/app.ts';
import { request } from '#test/contract/requests/request.ts';
import { routedOperations } from '#test/contract/requests/operations.ts';
import { settings, createFixture } from '#test/contract/fixture/fixture.ts';

const app = await testApp(settings);
const fixture = await createFixture(app, 'a');

interface Parameter {
  readonly name?: string;
  readonly schema?: { readonly type: string };
}

/** The boolean parameters of every query, as the service describes them. */
const described = await Promise.all(
  restApis.map(async (api) => {
    const { paths } = (await app.admin.request('GET', `${api.base}/openapi.json`)).body;
    return routedOperations
      .filter((operation) => operation.api === api && operation.method === 'GET')
      .flatMap((operation) =>
        ((paths[operation.path].get.parameters ?? []) as readonly Parameter[]).flatMap(({ name, schema }) =>
          schema?.type === 'boolean' && name !== undefined ? [{ operation, name }] : [],
        ),
      );
  }),
);
const booleans = described.flat().map(({ operation, name }) => ({ of: operation.name, name, operation }));

test('both interfaces have boolean parameters', () => {
  expect(booleans.map(({ name }) => name).toSorted()).toEqual([
    'include_description',
    'include_description',
    'is_active',
    'is_archived',
    'is_showcase',
    'is_showcase',
  ]);
  expect(booleans.some(({ operation }) => operation.api === portalApi)).toBe(true);
});

test.each(booleans)('$name of $of accepts true and false in any case, 1 and 0', async ({ name, operation }) => {
  const answerTo = async (value: string) => {
    const { status, body } = await request(app.admin, operation, fixture, { query: `?${name}=${value}` });
    return { status, body: JSON.stringify(body).replaceAll(`${name}=${value}`, '') };
  };
  for (const [plain, ...others] of [
    ['true', 'True', 'TRUE', 'tRuE', '1'],
    ['false', 'False', 'FALSE', '0'],
  ] as const) {
    const expected = await answerTo(plain);
    expect(expected.status).toBe(200);
    for (const other of others) expect([other, await answerTo(other)]).toEqual([other, expected]);
  }
  for (const wrong of ['yes', '2', '01', 'truefalse', '']) {
    expect(await request(app.admin, operation, fixture, { query: `?${name}=${wrong}` })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_error', detail: { [name]: ['Send true or false.'] } },
    });
  }
});
