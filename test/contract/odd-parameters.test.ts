import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { ask } from './ask.ts';
import { fingerprint } from './fingerprint.ts';
import { answered, parametersOf, type Operation } from './operations.ts';
import { settings, worldOf } from './world.ts';

const app = await testApp(settings);
const world = await worldOf(app, 'a');

/** The operations that answer a page. */
const pages: Operation[] = [];
for (const operation of answered)
  if (operation.method === 'GET' && (await ask(app.admin, operation, world)).body.total_count !== undefined)
    pages.push(operation);

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

test('there are thirteen lists with pages, and five of the portal', () => {
  expect(pages.map(({ name }) => name)).toHaveLength(18);
});

test.each(pages)('$name refuses a limit and an offset that is none by its name', async (operation) => {
  const answers = [];
  for (const [parameter, values] of [
    ['limit', [...notNumbers, '1001']],
    ['offset', notNumbers],
  ] as const) {
    for (const value of values) {
      const query = value.includes('&') ? `?limit=1&offset=${value}` : `?${parameter}=${value}`;
      const { status, body } = await ask(app.admin, operation, world, { query });
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
    expect([query, (await ask(app.admin, operation, world, { query })).status]).toEqual([query, 200]);
  }
});

test.each([
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
] as const)('%s takes a %s that there is, and refuses another by its name', async (name, parameter, wrong, right) => {
  const operation = answered.find((each) => each.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  for (const value of [...wrong, '%00', '%ED%A0%80']) {
    const { status, body } = await ask(app.admin, operation, world, { query: `?${parameter}=${value}` });
    const isText = value === '%ED%A0%80' && right.includes('' as never);
    expect([value, status, Object.keys(body.detail ?? {})]).toEqual(
      isText ? [value, 200, []] : [value, 400, [parameter]],
    );
  }
  for (const value of right)
    expect([value, (await ask(app.admin, operation, world, { query: `?${parameter}=${value}` })).status]).toEqual([
      value,
      200,
    ]);
});

test('what is not there is not found, before what is wrong with the parameters', async () => {
  const nothing = {
    ...world,
    values: { ...Object.fromEntries(Object.keys(world.values).map((name) => [name, 'nothing'])), language: 'english' },
  };
  const answers = [];
  for (const operation of answered.filter(({ method, path }) => method === 'GET' && path.includes('{'))) {
    const { status } = await ask(app.admin, operation, nothing, {
      query: '?limit=x&sort=x&is_archived=x&include_description=x&is_showcase=x&relation_type=x&expand=x',
    });
    if (status !== 404) answers.push([operation.name, status]);
  }
  expect(answers).toEqual([]);
});

const oddNames = [
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

test('a name that nothing has is not found or refused, where it stands in a path', async () => {
  const before = await fingerprint(app, world);
  const answers: unknown[] = [];
  for (const operation of answered) {
    const parameter = parametersOf(operation.path).at(-1);
    // a field of metadata may be new
    const names =
      parameter === undefined || (parameter === 'template_field_name' && operation.method === 'PUT') ? [] : oddNames;
    for (const name of names) {
      const address = operation.path.replace(/\{(\w+)\}/g, (_all, each: string) =>
        each === parameter ? name : encodeURIComponent(world.values[each] ?? ''),
      );
      const { status, body } = await app.admin.below(operation.api.base)(operation.method, address);
      if (![404, 400].includes(status) || typeof body?.error_code !== 'string')
        answers.push([operation.name, address.slice(0, 200), status, body]);
    }
  }
  expect(answers).toEqual([]);
  expect(await fingerprint(app, world)).toEqual(before);
});
