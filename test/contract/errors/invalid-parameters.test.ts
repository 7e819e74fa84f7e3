import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { request } from '../requests/request.ts';
import { fingerprint } from '../fixture/fingerprint.ts';
import { routedOperations, parametersOf, type Operation } from '../requests/operations.ts';
import { settings, createFixture } from '../fixture/fixture.ts';

const app = await testApp(settings);
const fixture = await createFixture(app, 'a');

/** The operations that return a page. */
const pages: Operation[] = [];
for (const operation of routedOperations.filter(({ method, name }) => method === 'GET' && !name.startsWith('Preview ')))
  if ((await request(app.admin, operation, fixture)).body.total_count !== undefined) pages.push(operation);

const notNumbers = [
  '-1',
  '1.5',
  'x',
  '',
  '%20',
  '1e3',
  '0x10',
  '99999999999999999999',
  '%00',
  '%F0%9F%8C%B3',
  'null',
  '1&limit=2&offset=2',
];

test('the administration has twenty-nine paginated lists and the portal five', () => {
  expect(pages.map(({ name }) => name)).toHaveLength(34);
});

test.each(pages)('$name refuses an invalid limit or offset by name', async (operation) => {
  const answers = [];
  for (const [parameter, values] of [
    ['limit', [...notNumbers, '1001']],
    ['offset', notNumbers],
  ] as const) {
    for (const value of values) {
      const query = value.includes('&') ? `?limit=1&offset=${value}` : `?${parameter}=${value}`;
      const { status, body } = await request(app.admin, operation, fixture, { query });
      if (
        status !== 400 ||
        body.error_code !== 'validation_error' ||
        !Object.keys(body.detail as object).includes(parameter)
      )
        answers.push([query, status, body]);
    }
  }
  expect(answers).toEqual([]);
  for (const query of [
    '?limit=0',
    '?limit=1000&offset=0',
    '?sort_by=-x&unknown=1&unknown=2&__proto__=x',
    '?offset=2147483647',
  ]) {
    expect([query, (await request(app.admin, operation, fixture, { query })).status]).toEqual([query, 200]);
  }
});

test.each([
  ['List users', 'search', [], ['', 'x', '%27', 'a'.repeat(5_000)]],
  ['List users', 'sort', ['', 'email', 'username,username'], ['-username', 'first_name,-last_name&sort=last_seen_at']],
  ['List users', 'permissions', ['administer', 'x'], ['edit_domain,edit_reuse&permissions=create_page']],
  ['List users', 'all_permissions', ['administer', 'x'], ['edit_domain']],
  [
    'List groups',
    'sort',
    ['', 'uid', 'user_count,created_at'],
    ['-user_count', 'group__title', 'created_by__username'],
  ],
  ['List groups', 'permissions', ['administer', 'x'], ['edit_domain']],
  ['Export users', 'delimiter', ['', 'ab', '%22', '%0A'], [';', '%09']],
  ['List datasets', 'dataset_id', [], ['', 'x', '%27', '%F0%9F%8C%B3', 'a'.repeat(5_000)]],
  [
    'List metadata templates',
    'is_active',
    ['', 'yes', '2', 'Truth', 'true&is_active=false'],
    ['true', 'False', '1', '0'],
  ],
  [
    'List metadata templates',
    'type',
    ['', 'other', 'BASIC', 'basic&type=extra'],
    ['basic', 'interop', 'extra', 'admin'],
  ],
  ['List all dataset feedbacks', 'is_archived', ['', 'perhaps', '2'], ['true', 'False', '1', '0']],
  [
    'List all dataset feedbacks',
    'sort',
    ['', 'uid', '+created_at', '-created_at&sort=created_at', 'created_at_desc'],
    ['created_at', '-created_at'],
  ],
  [
    'List connections',
    'sort',
    ['', 'uid', 'CREATED_AT', '%2Btype', '--type', '-', '__proto__', 'type,uid', 'type,-updated_at', 'type&sort=type'],
    ['created_at', '-created_at', 'updated_at', '-type', 'dataset_count', '-dataset_count', '%20type'],
  ],
  ['List all dataset feedbacks', 'record_id', [], ['', 'x', '%27', 'a'.repeat(5_000)]],
  ['List glossary terms', 'search', [], ['', 'x', '%27', '%25', '%5C', 'a'.repeat(5_000)]],
  [
    'List glossary terms',
    'include_description',
    ['', 'yes', '2', 'Truth', 'true&include_description=false'],
    ['true', 'False', '1', '0'],
  ],
  [
    'Retrieve glossary term',
    'include_description',
    ['', 'yes', '2', 'Truth', 'true&include_description=false'],
    ['true', 'False', '1', '0'],
  ],
  ...['List assets that use an asset', 'List sources of an asset'].flatMap(
    (name) =>
      [
        [
          name,
          'relation_type',
          ['', 'other', 'USAGE', 'usage,join', 'usage&relation_type=other'],
          ['usage', 'usage&relation_type=join&relation_type=usage', 'federation', 'source'],
        ],
        [name, 'category', ['a&category=b'], ['', 'x', '%27', 'a'.repeat(200)]],
        [name, 'is_showcase', ['', 'yes', '2', 'Truth', 'true&is_showcase=false'], ['true', 'False', '1', '0']],
      ] as const,
  ),
  ['List sign-in providers', 'lang', ['en&lang=fr'], ['', 'en', 'fr', 'zz', 'EN', 'eng', '%27', '__proto__']],
] as const)('%s accepts a valid %s and refuses an invalid one by name', async (name, parameter, wrong, right) => {
  const operation = routedOperations.find((routedOperation) => routedOperation.name === name);
  if (!operation) throw new Error(`No operation is called ${name}.`);
  for (const value of [...wrong, '%00', '%ED%A0%80']) {
    const { status, body } = await request(app.admin, operation, fixture, { query: `?${parameter}=${value}` });
    const isText = value === '%ED%A0%80' && right.includes('' as never);
    expect([value, status, Object.keys(body.detail ?? {})]).toEqual(
      isText ? [value, 200, []] : [value, 400, [parameter]],
    );
  }
  for (const value of right)
    expect([value, (await request(app.admin, operation, fixture, { query: `?${parameter}=${value}` })).status]).toEqual(
      [value, 200],
    );
});

test('a missing object is 404, before invalid parameters are reported', async () => {
  const nothing = {
    ...fixture,
    values: {
      ...Object.fromEntries(Object.keys(fixture.values).map((name) => [name, 'nothing'])),
      language: 'english',
    },
  };
  const answers = [];
  for (const operation of routedOperations.filter(({ method, path }) => method === 'GET' && path.includes('{'))) {
    const { status } = await request(app.admin, operation, nothing, {
      query: '?limit=x&sort=x&is_archived=x&include_description=x&is_showcase=x&relation_type=x&expand=x',
    });
    if (status !== 404) answers.push([operation.name, status]);
  }
  expect(answers).toEqual([]);
});

const invalidNames = [
  '%00',
  '%ED%A0%80',
  '%F0%9F%8C%B3',
  '%27%3B--',
  '..%2F..',
  '__proto__',
  'constructor',
  'x'.repeat(90),
  'x'.repeat(5_000),
];

test('an unknown or malformed name in a path is 404 or 400', async () => {
  const before = await fingerprint(app, fixture);
  const answers: unknown[] = [];
  for (const operation of routedOperations) {
    const parameter = parametersOf(operation.path).at(-1);
    // a field of metadata may be new
    const names =
      parameter === undefined || (parameter === 'template_field_name' && operation.method === 'PUT')
        ? []
        : invalidNames;
    for (const name of names) {
      const address = operation.path.replace(/\{(\w+)\}/g, (_all, value: string) =>
        value === parameter ? name : encodeURIComponent(fixture.values[value] ?? ''),
      );
      const { status, body } = await app.admin.restAt(operation.api.base)(operation.method, address);
      if (![404, 400].includes(status) || typeof body?.error_code !== 'string')
        answers.push([operation.name, address.slice(0, 200), status, body]);
    }
  }
  expect(answers).toEqual([]);
  expect(await fingerprint(app, fixture)).toEqual(before);
});
