import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CatalogError } from '#kernel/fail.ts';
import { parseNewMetadata } from '#metadata/metadata.section.ts';
import { templates } from '#metadata/standard-templates.ts';

const accept = (metadata: object): ReturnType<typeof JSON.parse> => parseNewMetadata(templates, { metadata });

/** The fields at fault, with their messages. */
function refusal(input: object): Readonly<Record<string, readonly string[]>> {
  try {
    accept(input);
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'INVALID_INPUT') return error.fields ?? {};
    throw error;
  }
  throw new Error('This was accepted.');
}

const names = [...templates.values()].flatMap(({ fields }) => fields.map(({ name }) => name));
const values = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.boolean(),
  fc.array(fc.string()),
  fc.constantFrom('2026-01-15', '2026-02-30T25:00', 'en', '\0', '\ud800', Infinity),
  fc.dictionary(fc.string(), fc.oneof(fc.nat(), fc.subarray(['en', 'fr']))),
  fc.array(
    fc.record(
      { field_name: fc.string(), facetsort: fc.constantFrom('count', '-num', 'none'), disjunctive: fc.boolean() },
      { requiredKeys: ['field_name'] },
    ),
  ),
);
const entries = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      { value: values, override_remote_value: fc.constantFrom(null, true, 3), remote_value: fc.jsonValue() },
      { requiredKeys: [] },
    ),
  },
  fc.jsonValue(),
);
const fields = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.dictionary(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, fc.string()), entries),
  },
  fc.jsonValue(),
);
const maps = fc.dictionary(
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...templates.keys()) }, fc.string()),
  fields,
  { maxKeys: 4 },
);

test('any JSON is accepted or refused as INVALID_INPUT, and what was accepted is accepted as it is', () => {
  let accepted = 0;
  fc.assert(
    fc.property(maps, (map) => {
      let once;
      try {
        once = accept(map);
      } catch (error) {
        expect(error).toMatchObject({ code: 'INVALID_INPUT' });
        return;
      }
      accepted += 1;
      expect(accept(once)).toEqual(once);
      expect(JSON.parse(JSON.stringify(once))).toEqual(JSON.parse(JSON.stringify(accept(once))));
    }),
    { numRuns: 2000 },
  );
  expect(accepted).toBeGreaterThan(50);
});

test('every field takes a value of its type and null, and refuses another type', () => {
  const fitting: Record<string, unknown> = {
    text: 'x',
    html: '<p>',
    longstring: 'x',
    boolean: true,
    enum: 'en',
    list: ['a'],
    date: '2026-01',
    datetime: '2026-01-15T14:30:00Z',
    facets: [{ field_name: 'a', facetsort: '-alphanum', disjunctive: true, timerange_filter: false }],
    field_languages: { a: ['en', 'fr'] },
    field_boosts: { a: 2 },
    any: [1],
  };
  for (const template of templates.values())
    for (const { name, type } of template.fields) {
      const give = (value: unknown) => ({ [template.name]: { [name]: { value } } });
      expect(accept(give(fitting[type]))).toMatchObject(give(fitting[type]));
      expect(accept(give(null))).toMatchObject(give(null));
      if (type !== 'any') expect(Object.keys(refusal(give(17)))).toEqual([`metadata.${template.name}.${name}`]);
    }
});

test.each([
  ['2026-01-15', '2026-01-15T00:00:00Z'],
  ['2026-01-15T14:30:00Z', '2026-01-15T14:30:00Z'],
  ['2026-01-15T14:30:00.999+02:00', '2026-01-15T12:30:00Z'],
  ['2026-01-15T14:30:00-0530', '2026-01-15T20:00:00Z'],
  ['2026-01-15T14:30', '2026-01-15T14:30:00Z'],
  ['2024-02-29', '2024-02-29T00:00:00Z'],
  ['1850-05-01', '1850-05-01T00:00:00Z'],
  ['0001-01-01', '0001-01-01T00:00:00Z'],
])('modified %s is answered as %s', (given, answered) => {
  expect(accept({ default: { modified: { value: given } } }).default.modified).toEqual({ value: answered });
});

test.each([
  '2026-02-30',
  '2025-02-29',
  '2026-13-01',
  '2026-01-15T25:00:00Z',
  'yesterday',
  '',
  '15/01/2026',
  '0000-01-01',
  '9999-12-31T23:00:00-05:00',
  1768435200,
])('modified is not %p', (given) => {
  expect(refusal({ default: { modified: { value: given } } })).toEqual({
    'metadata.default.modified': ['default.modified takes a date-time in ISO 8601, such as 2026-01-15T14:30:00Z.'],
  });
});

test('a refusal names every entry at fault', () => {
  expect(
    refusal({
      default: {
        title: { value: 1 },
        nothing: { value: 1 },
        description: 'bare',
        keyword: {},
        license: { value: null, override_remote_value: 1 },
      },
      elsewhere: {},
      visualization: [],
      asset_content_configuration: { facets: { value: [{ field_name: 'a', facetsort: 'size' }] } },
    }),
  ).toEqual({
    'metadata.default.title': ['default.title takes a text.'],
    'metadata.default.nothing': ['default has no field of this name.'],
    'metadata.default.description': ['Send an object with a "value".'],
    'metadata.default.keyword': ['Send an object with a "value".'],
    'metadata.default.license': ['override_remote_value must be true or false.'],
    'metadata.elsewhere': [expect.stringContaining('Choose one of: default, visualization, internal')],
    'metadata.visualization': ['Send an object of fields.'],
    'metadata.asset_content_configuration.facets': [expect.stringContaining('facetsort is count, num or alphanum')],
  });
});

test('open templates take any field and any value', () => {
  const custom = { 'Any name': { value: { deep: [1, { er: null }] } }, constructor: { value: 'x' } };
  expect(accept({ custom, admin: { a: { value: 1 } }, inspire: { b: { value: '2' } } })).toMatchObject({
    custom,
    admin: { a: { value: 1 } },
  });
  // a name in an answer is cut short
  for (const name of ['', 'x'.repeat(251)])
    expect(Object.keys(refusal({ custom: { [name]: { value: 1 } } }))).toEqual([
      `metadata.custom.${name.slice(0, 183)}${name && '…'}`,
    ]);
  expect(Object.keys(refusal({ custom: { a: { value: 'x'.repeat(1_000_001) } } }))).toEqual(['metadata']);
});
