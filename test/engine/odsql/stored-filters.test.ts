import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bindStoredFilter } from '#engine/odsql/bind/bind-stored-filter.ts';
import { compileTest } from '#engine/odsql/evaluate/compile-test.ts';
import { recordScope } from '#engine/odsql/evaluate/stored-record.ts';
import { parseStoredFilter } from '#engine/odsql/parse/parse-where.ts';
import type { DataRecord, FieldType } from '#engine/records/record.ts';
import type { FilterField } from './former-rules/field-values.ts';
import { comparisonOperators, type Filter, type Literal } from './former-rules/filter.ts';
import { printFilter } from './former-rules/print-filter.ts';

function compileQuery(query: string, fields: readonly FilterField[]) {
  const { filter, problems } = bindStoredFilter(
    parseStoredFilter(query) ?? { kind: 'and', filters: [] },
    recordScope(fields),
  );
  return { matches: compileTest(filter), problems };
}

const compileFilter = (filter: Filter, fields: readonly FilterField[]) => compileQuery(printFilter(filter), fields);

const fieldsOf = (types: Readonly<Record<string, FieldType>>): FilterField[] =>
  Object.entries(types).map(([name, type]) => ({ name, type }));

const fields: readonly FilterField[] = [
  ...fieldsOf({
    city: 'text',
    people: 'int',
    share: 'double',
    founded: 'date',
    seen_at: 'datetime',
    capital: 'text',
    tags: 'text',
    mayor: 'text',
    born: 'date',
    motto: 'text',
    place: 'geo_point_2d',
    flag: 'file',
    score: 'int',
  }),
  { name: 'rivers', type: 'text', annotations: [{ name: 'multivalued', args: [';'] }] },
];
const bern: DataRecord = {
  city: 'Bern',
  people: 134_000,
  share: 0.5,
  founded: '1191-01-01',
  seen_at: '2026-03-31T23:30:00Z',
  capital: 'True',
  tags: ['old', 'Hauptstadt'],
  mayor: null,
  motto: 'À la bonne heure, Bärn!',
  place: { lat: 46.9, lon: 7.4 },
  flag: { filename: 'a.png', mimetype: null },
  rivers: 'Aare; Worble ;',
};

const compiled = (query: string) => compileQuery(query, fields);
const asksFor = (query: string, row: DataRecord): boolean => compiled(query).matches(row);

describe('a record meets', () => {
  test.each([
    'city = "Bern"',
    'city != "Basel"',
    'city > "Basel"',
    'city in ("Basel", "Bern")',
    'city in ["A" to "C"]',
    'people = 134000',
    'people >= 134000',
    'people < 134000.5',
    'people in ]133999 to 134000]',
    'share = 0.5',
    "founded = date'1191'",
    "founded = date'1191-01'",
    "founded < date'1191-01-02'",
    "founded > date'1190'",
    "founded <= date'1191'",
    "founded >= date'1191-01-01'",
    'founded = "1191-01-01"',
    'seen_at < "2026-04-01"',
    "seen_at = date'2026-03-31'",
    "seen_at = date'2026-04-01T01:30+02:00'",
    "seen_at < date'2026-04'",
    "seen_at in [date'2026' to date'2026-04']",
    'capital = true',
    'capital is true',
    'capital is not false',
    'tags = "old"',
    'tags != "new"',
    'tags in ("Hauptstadt")',
    'rivers = "Worble"',
    'rivers != "Rhein"',
    'not rivers = ""',
    'mayor is null',
    'score is null',
    'city is not null',
    'not mayor = "Ada"',
    'not mayor like "Ada"',
    'not mayor in ("Ada")',
    "not born < date'2000'",
    'not score != 1',
    'motto like "HEURE bonne"',
    'motto like "a"',
    'motto like "barn"',
    'motto like "bon* heur*"',
    'motto like "barn%la"',
    'tags like "OLD"',
    'city like "b*"',
    'city = "Basel" or people > 1',
    'not (city = "Basel" or people < 1)',
    'place is not null',
    'flag is not null',
  ])('a record meets: %s', (query) => expect(asksFor(query, bern)).toBe(true));
});

describe('a record does not meet', () => {
  test.each([
    'city = "bern"',
    'city = "Ber"',
    'people in [1 to 133999]',
    'people in [134000 to 134000[',
    "founded < date'1191-01-01'",
    "founded > date'1191'",
    "seen_at = date'2026-04-01'",
    "seen_at in ]date'2026-03' to date'2027']",
    'capital = false',
    'city = true',
    'mayor = "Ada"',
    'mayor > "A"',
    'mayor <= "A"',
    'city is null',
    'tags is null',
    'tags = "old,Hauptstadt"',
    'rivers = "Aare; Worble ;"',
    'mayor != "Ada"',
    'mayor != true',
    'score != 1',
    'score in (1)',
    'score < 1',
    'score in [0 to 1]',
    "born != date'2000'",
    'mayor like "a*"',
    'tags != "old"',
    'rivers != "Aare"',
    'motto like "heur"',
    'motto like "bonne journée"',
    'motto like "ern*"',
  ])('a record does not meet: %s', (query) => expect(asksFor(query, bern)).toBe(false));
});

describe('no record meets, whatever it holds,', () => {
  const opposite = (query: string) => [
    query,
    `not (${query})`,
    `city is not null and not not not (${query})`,
    `city = "Bern" or not (${query})`,
  ];
  test.each(
    [
      'gone = 1',
      'gone != 1',
      'gone is null',
      'gone is not null',
      'gone like "a"',
      'gone in (1)',
      'gone in [1 to 2]',
      'constructor is null',
      '__proto__ is null',
      '`toString` != "x"',
      'City = "Bern"',
    ].flatMap(opposite),
  )('%s, where the field is not there', (query) => {
    expect([asksFor(query, bern), asksFor(query, {})]).toEqual([false, false]);
    expect(compiled(query).problems).toEqual([{ field: expect.any(String), kind: 'missing' }]);
  });

  test.each(
    [
      'people = "134000"',
      'people != "134000"',
      'people in (1, "134000")',
      'people > "1"',
      'people like "134000"',
      'people = true',
      'city != 134000',
      'city > 1',
      "city = date'2026'",
      "people = date'1191'",
      'founded = "1191"',
      'founded = 1191',
      'founded is true',
      'place = "46.9, 7.4"',
      'place like "7"',
      'flag = "a.png"',
      'city like "%"',
      'city like " -*- "',
    ].flatMap(opposite),
  )('%s, where values of this type are not compared so', (query) => {
    expect([asksFor(query, bern), asksFor(query, {})]).toEqual([false, false]);
    expect(compiled(query).problems).toEqual([{ field: expect.any(String), kind: 'incomparable' }]);
  });
});

const field = fc.constantFrom('a', 'b', '__proto__', 'constructor');
const dateText = fc.constantFrom('2026', '2026-01', '2026-01-31', '2026-01-31T08:00:00Z', '2025-12-31T23:59:59+01:00');
const literal: fc.Arbitrary<Literal> = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom('', 'x', 'y', '1'),
  fc.boolean(),
  dateText.map((date) => ({ date })),
);
const values: Readonly<Record<string, fc.Arbitrary<DataRecord[string]>>> = {
  text: fc.oneof(
    fc.constantFrom('', 'x', 'y', '1', 'true', 'x y'),
    fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 }),
  ),
  int: fc.integer({ min: -3, max: 3 }),
  datetime: dateText,
  date: fc.constantFrom('2026-01-31', '2025-12-31'),
};
const typed = fc
  .constantFrom('text', 'int', 'date', 'datetime')
  .chain((type) =>
    fc.record({ type: fc.constant(type as FieldType), value: fc.option(values[type] ?? fc.constant(null)) }),
  );
/** A record, and the fields that it has. */
const data = fc.dictionary(field, typed, { noNullPrototype: true }).map((columns) => {
  const row: DataRecord = {};
  for (const [name, { value }] of Object.entries(columns))
    Object.defineProperty(row, name, { value, enumerable: true });
  return { row, fields: Object.entries(columns).map(([name, { type }]): FilterField => ({ name, type })) };
});
const matches = (filter: Filter, { row, fields: known }: { row: DataRecord; fields: readonly FilterField[] }) =>
  compileFilter(filter, known).matches(row);
const isAnswered = (filter: Filter, known: readonly FilterField[]) =>
  compileFilter(filter, known).problems.length === 0;
const comparison = fc
  .record({
    kind: fc.constant('comparison' as const),
    field,
    operator: fc.constantFrom(...comparisonOperators),
    value: literal,
  })
  // the grammar has no order of truth values
  .filter(({ operator, value: compared }) => typeof compared !== 'boolean' || operator === '=' || operator === '!=');
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3 },
    comparison,
    fc.record({ kind: fc.constant('isNull' as const), field }),
    fc.record({ kind: fc.constant('like' as const), field, pattern: fc.constantFrom('x', 'X y', 'x*', '%') }),
    fc.record({ kind: fc.constant('in' as const), field, values: fc.array(literal, { minLength: 1, maxLength: 3 }) }),
    fc.record({ kind: fc.constant('not' as const), filter: tie('filter') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}));

describe('whatever the filter and the record', () => {
  test('either a filter or its opposite is met, unless it means nothing for the fields: then neither', () => {
    fc.assert(
      fc.property(filter, data, (value, record) => {
        const [one, other] = [matches(value, record), matches({ kind: 'not', filter: value }, record)];
        expect([one, other]).toEqual(isAnswered(value, record.fields) ? [one, !one] : [false, false]);
      }),
    );
  });

  test('no field that goes, is renamed or gets another type shows a record that was hidden', () => {
    fc.assert(
      fc.property(
        filter,
        data,
        fc.subarray(['a', 'b', 'd', '__proto__', 'constructor']),
        fc.constantFrom('gone', 'renamed', 'retyped'),
        (each, record, changed, how) => {
          const fieldsAfter = record.fields.flatMap((known): FilterField[] => {
            if (!changed.includes(known.name)) return [known];
            return how === 'gone'
              ? []
              : how === 'renamed'
                ? [{ ...known, name: `${known.name}_2` }]
                : [{ ...known, type: 'geo_shape' }];
          });
          const rowAfter: DataRecord = how === 'retyped' ? record.row : {};
          if (how !== 'retyped') {
            for (const [name, value] of Object.entries(record.row)) {
              if (!changed.includes(name)) Object.defineProperty(rowAfter, name, { value, enumerable: true });
              else if (how === 'renamed') Object.defineProperty(rowAfter, `${name}_2`, { value, enumerable: true });
            }
          }
          const usesNull = JSON.stringify(each).includes('isNull');
          fc.pre(how !== 'retyped' || !usesNull);
          if (matches(each, { row: rowAfter, fields: fieldsAfter })) expect(matches(each, record)).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('"!=" is the opposite of "=" but for null, which neither matches, and a list of values the same as alternatives', () => {
    fc.assert(
      fc.property(field, literal, literal, data, (name, one, other, record) => {
        const equal = (compared: Literal): Filter => ({
          kind: 'comparison',
          field: name,
          operator: '=',
          value: compared,
        });
        const unequal: Filter = { kind: 'comparison', field: name, operator: '!=', value: one };
        fc.pre(isAnswered(equal(one), record.fields) && isAnswered(equal(other), record.fields));
        const isNull = matches({ kind: 'isNull', field: name }, record);
        expect(matches(unequal, record)).toBe(!isNull && !matches(equal(one), record));
        if (isNull) expect(matches(equal(one), record)).toBe(false);
        expect(matches({ kind: 'in', field: name, values: [one, other] }, record)).toBe(
          matches({ kind: 'or', filters: [equal(one), equal(other)] }, record),
        );
      }),
    );
  });

  test('a single value that is compared at all comes before, equals or comes after, and only one of them', () => {
    fc.assert(
      fc.property(comparison, typed, ({ value: compared }, { type, value }) => {
        fc.pre(!Array.isArray(value) && value !== null && typeof compared !== 'boolean');
        const record = { row: { a: value }, fields: [{ name: 'a', type }] };
        const held = (['<', '=', '>'] as const).filter((operator) =>
          matches({ kind: 'comparison', field: 'a', operator, value: compared }, record),
        );
        expect(held.length).toBe(
          isAnswered({ kind: 'comparison', field: 'a', operator: '=', value: compared }, record.fields) ? 1 : 0,
        );
        const isBetween = matches(
          {
            kind: 'range',
            field: 'a',
            from: { value: compared, isIncluded: true },
            to: { value: compared, isIncluded: true },
          },
          record,
        );
        expect(isBetween).toBe(held[0] === '=');
      }),
    );
  });
});
