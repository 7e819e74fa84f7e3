import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { conditionOf, isFit, operatorsOf } from '#portal-page/records/column-filter.ts';
import {
  type Column,
  defaultColumns,
  isChanged,
  isNarrowed,
  isOfTable,
  isSortable,
  limits,
  queryOfForm,
  queryWith,
  readTable,
  recordStateOf,
  shownColumns,
  type TableState,
  wholeTable,
} from '#portal-page/records/table-state.ts';

const columns: readonly Column[] = [
  { name: 'name', type: 'text', isMultivalued: false },
  { name: 'tags', type: 'text', isMultivalued: true },
  { name: 'population', type: 'int', isMultivalued: false },
  { name: 'founded', type: 'date', isMultivalued: false },
  { name: 'position', type: 'geo_point_2d', isMultivalued: false },
  { name: 'outline', type: 'geo_shape', isMultivalued: false },
  { name: 'an.odd name=&:%', type: 'text', isMultivalued: false },
  { name: 'group', type: 'double', isMultivalued: false },
];
const read = (query: string) => readTable(new URLSearchParams(query), columns);
const types = new Map(columns.map(({ name, type }) => [name, type]));

const oneOf = (names: readonly Column[]) => fc.constantFrom(...names.map(({ name }) => name));
const text = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }).filter((given) => given.isWellFormed());
const trimmed = text.filter((given) => given.trim() === given);
const values = fc.oneof(trimmed, fc.constantFrom('1', '-2.5', '1e3', '2024', '2024-02', '2024-02-29', 'yes', 'no'));
const filter = fc
  .constantFrom(...columns)
  .chain(({ name, type }) =>
    fc.record({ field: fc.constant(name), operator: fc.constantFrom(...operatorsOf(type)), value: values }),
  )
  .filter((given) => isFit(given, types.get(given.field) ?? 'file'));
const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);
const states: fc.Arbitrary<TableState> = fc.record({
  search: fc.oneof(fc.constant(''), trimmed),
  where: fc.oneof(fc.constant(''), trimmed),
  refine: fc.uniqueArray(fc.record({ field: oneOf(columns), value: text.filter((given) => given.trim() !== '') }), {
    selector: ({ field, value }) => keyOf(field, value),
    maxLength: 5,
  }),
  filters: fc.uniqueArray(filter, { selector: ({ field, operator }) => keyOf(field, operator), maxLength: 5 }),
  orderBy: fc.uniqueArray(
    fc.record({
      field: oneOf(columns.filter(isSortable)),
      direction: fc.constantFrom('ASC' as const, 'DESC' as const),
    }),
    { selector: ({ field }) => field, maxLength: limits.orderBy },
  ),
  columns: fc.option(
    fc
      .subarray(
        columns.map(({ name }) => name),
        { minLength: 1, maxLength: columns.length - 1 },
      )
      .filter((given) => given.join() !== defaultColumns(columns).join()),
    { nil: undefined },
  ),
  page: fc.integer({ min: 1, max: limits.pages }),
});

test('an address leads back to the table that it was written from, and keeps what is not of the table', () => {
  fc.assert(
    fc.property(states, (state) => {
      const query = queryWith(new URLSearchParams('lang=fr&chart=bars&q=old&from.group=1&page=7'), state);
      expect(read(query)).toEqual({ state, problems: [] });
      const others = [...new URLSearchParams(query)].filter(([name]) => !isOfTable(name));
      expect(others).toEqual([
        ['lang', 'fr'],
        ['chart', 'bars'],
      ]);
    }),
  );
});

test('whatever an address is, what is read of it has limits and leads back to itself', () => {
  const parameter = fc.oneof(
    fc.constantFrom('q', 'where', 'asc', 'desc', 'column', 'page'),
    fc
      .tuple(fc.constantFrom('refine', 'has', 'is', 'from', 'to', 'empty'), fc.oneof(oneOf(columns), text))
      .map((parts) => parts.join('.')),
    fc.string({ unit: 'binary' }),
  );
  const value = fc.oneof(values, fc.string({ unit: 'binary' }), fc.constant('x'.repeat(5_000)), oneOf(columns));
  fc.assert(
    fc.property(fc.array(fc.tuple(parameter, value), { maxLength: 100, size: 'max' }), (pairs) => {
      const { state, problems } = readTable(new URLSearchParams(pairs), columns);
      expect(problems.length).toBeLessThanOrEqual(limits.problems);
      for (const { name, value: asked } of problems) expect(name.length + asked.length).toBeLessThanOrEqual(200);
      expect(state.refine.length).toBeLessThanOrEqual(limits.refine);
      expect(state.filters.length).toBeLessThanOrEqual(limits.filters);
      expect(state.orderBy.length).toBeLessThanOrEqual(limits.orderBy);
      expect(state.search.length).toBeLessThanOrEqual(limits.search);
      expect(state.where.length).toBeLessThanOrEqual(limits.where);
      expect(state.page).toBeGreaterThanOrEqual(1);
      expect(state.page).toBeLessThanOrEqual(limits.pages);
      for (const { field } of [...state.refine, ...state.filters, ...state.orderBy])
        expect(types.has(field)).toBe(true);
      expect(read(queryWith(new URLSearchParams(), state))).toEqual({ state, problems: [] });
    }),
    { numRuns: 50 },
  );
});

test.each([
  ['from.nothing=3', { reason: 'unknownField', name: 'nothing', value: '3' }],
  ['refine.nothing=x', { reason: 'unknownField', name: 'nothing', value: 'x' }],
  ['desc=nothing', { reason: 'unknownField', name: 'nothing', value: '' }],
  ['column=nothing', { reason: 'unknownField', name: 'nothing', value: '' }],
  ['from.population=many', { reason: 'unfitValue', name: 'population', value: 'many' }],
  ['from.population=1e999', { reason: 'unfitValue', name: 'population', value: '1e999' }],
  ['has.population=1', { reason: 'unfitValue', name: 'population', value: '1' }],
  ['to.founded=2023-02-29', { reason: 'unfitValue', name: 'founded', value: '2023-02-29' }],
  ['has.name=%2A', { reason: 'unfitValue', name: 'name', value: '*' }],
  ['empty.name=maybe', { reason: 'unfitValue', name: 'name', value: 'maybe' }],
  ['from.position=1', { reason: 'unfitValue', name: 'position', value: '1' }],
  ['asc=tags', { reason: 'unsortable', name: 'tags', value: '' }],
  ['is.name=a&is.name=b', { reason: 'tooMany', name: 'name', value: 'b' }],
])('%s is reported, and nothing is done', (query, problem) => {
  const { state, problems } = read(query);
  expect(problems).toEqual([problem]);
  expect(state.filters.length).toBe(query.startsWith('is.') ? 1 : 0);
  expect({ ...state, filters: [] }).toEqual(wholeTable);
});

test('a text that is too long is reported, and nothing is done', () => {
  const value = 'x'.repeat(100);
  for (const [name, length] of [
    ['q', 501],
    ['where', 2_001],
  ] as const)
    expect(read(`${name}=${'x'.repeat(length)}`)).toEqual({
      state: wholeTable,
      problems: [{ reason: 'tooLong', name, value }],
    });
});

test('empty inputs of a form, all columns and pages that no table has are no choice', () => {
  const all = defaultColumns(columns)
    .map((name) => `column=${encodeURIComponent(name)}`)
    .join('&');
  expect(read(`q=&where=+&from.population=&refine.tags=&${all}&page=0`)).toEqual({ state: wholeTable, problems: [] });
  expect(read('page=1e9').state.page).toBe(limits.pages);
  expect(queryWith(new URLSearchParams('page=3'), wholeTable)).toBe('');
  expect(isChanged(wholeTable)).toBe(false);
  expect(isNarrowed(read('desc=population').state)).toBe(false);
  expect(isChanged(read('desc=population').state)).toBe(true);
});

test('the filters of columns and the condition of the address are one condition', () => {
  const { state } = read(
    "where=a or b&q=river&refine.tags=old&has.name=it's&from.population=1e3&to.founded=2024-02&empty.group=no&desc=group&column=name",
  );
  expect(recordStateOf(state, columns)).toEqual({
    where:
      "(a or b) and name like 'it\\'s' and population >= 1000 and founded <= date'2024-02' and `group` is not null",
    search: 'river',
    refine: [{ field: 'tags', value: 'old' }],
    orderBy: [{ field: 'group', direction: 'DESC' }],
    select: ['name'],
  });
  expect(recordStateOf(wholeTable, columns)).toEqual({ refine: [] });
  expect(conditionOf({ field: 'group', operator: 'empty', value: 'yes' }, 'double')).toBe('`group` is null');
});

test('shapes and columns beyond the fiftieth are shown where they are chosen', () => {
  const many = Array.from({ length: 600 }, (_none, index): Column => ({
    type: 'text',
    isMultivalued: false,
    name: `c${String(index)}`,
  }));
  expect(shownColumns(wholeTable, columns).map(({ name }) => name)).toEqual(
    columns.flatMap(({ name, type }) => (type === 'geo_shape' ? [] : [name])),
  );
  expect(shownColumns(read('column=outline&column=name').state, columns).map(({ name }) => name)).toEqual([
    'name',
    'outline',
  ]);
  expect(shownColumns(wholeTable, many)).toHaveLength(limits.defaultColumns);
  expect(shownColumns(wholeTable, columns.slice(5, 6))).toHaveLength(1);
  const all = readTable(new URLSearchParams(many.map(({ name }) => ['column', name])), many);
  expect(all.state.columns).toHaveLength(limits.columns);
  expect(all.problems).toHaveLength(limits.problems);
});

test('a form asks for the first page, without empty inputs and without a choice of the columns that are shown anyway', () => {
  const shown = defaultColumns(columns).map((name) => ['column', name] as const);
  expect(queryOfForm([['q', ' '], ['from.population', ''], ['page', '3'], ...shown], columns)).toBe('');
  expect(
    queryOfForm(
      [
        ['q', 'a b'],
        ['from.population', 'x'],
        ['column', 'name'],
      ],
      columns,
    ),
  ).toBe('?q=a+b&from.population=x&column=name');
});
