import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import { printFilter } from '#engine/odsql/print.ts';
import { CatalogError } from '#kernel/fail.ts';
import { anyFilter } from './any-filter.ts';

/** A parsed value without the texts of its expressions, which depend on how the query is written. */
const withoutTexts = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, value: unknown) => (key === 'text' && Array.isArray(value) ? [] : value)),
    (key, value: unknown) => (isExpression(value) ? { ...value, text: '' } : value),
  );
const isExpression = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  ['literal', 'field', 'arithmetic', 'negative', 'call'].includes(String(value.kind));

const literal = (value: unknown) => ({ kind: 'literal', value, text: '' });
const field = (name: string) => ({ kind: 'field', field: name, text: '' });
const compare = (name: string, operator: string, value: unknown) => ({
  kind: 'comparison',
  left: field(name),
  operator,
  right: literal(value),
});
const point = { geometry: { type: 'Point', coordinates: [2, 48] } };

/** How a clause is refused; undefined when it is not. */
function refusal(query: string): string | undefined {
  try {
    parseWhere(query);
    return undefined;
  } catch (error) {
    if (error instanceof CatalogError)
      return error.message.replace(/ Clause\(s\) containing the error\(s\): where\.$/, '');
    throw error;
  }
}

describe('a clause', () => {
  test('a clause that is empty is no filter', () => {
    expect(parseWhere('')).toBeNull();
    expect(parseWhere(' \n\t')).toBeNull();
  });

  test.each([
    ['city = "Bern"', compare('city', '=', 'Bern')],
    ["city:'Bern'", compare('city', '=', 'Bern')],
    ['pm10!=-1.5e3', compare('pm10', '!=', -1500)],
    ['a <= +1', { ...compare('a', '<=', 1) }],
    ['`and` = null', compare('and', '=', null)],
    ['`a \\` field` = TRUE', compare('a ` field', '=', true)],
    ["seen >= date'2026/1/5'", compare('seen', '>=', { date: '2026-01-05' })],
    ['seen = DATE"2026-01-05 08:30+0100"', compare('seen', '=', { date: '2026-01-05T08:30+01:00' })],
    ["name = 'L\\'Aquila \\\\ \"x\"'", compare('name', '=', 'L\'Aquila \\ "x"')],
    ['default.title = "a"', compare('default.title', '=', 'a')],
    ['"river" in tags', compare('tags', '=', 'river')],
    ['name like "rue*"', { kind: 'like', field: 'name', pattern: 'rue*' }],
    ["city IN ('a', -1, null)", { kind: 'in', left: field('city'), values: ['a', -1, null] }],
    ['city:("a")', { kind: 'in', left: field('city'), values: ['a'] }],
    ['pop is null', { kind: 'isNull', field: 'pop' }],
    ['pop IS NOT NULL', { kind: 'not', filter: { kind: 'isNull', field: 'pop' } }],
    ['is_open is not true', { kind: 'not', filter: { kind: 'isTruth', field: 'is_open', value: true } }],
    ['is_open', { kind: 'isTruth', field: 'is_open', value: true }],
    ['((is_open))', { kind: 'isTruth', field: 'is_open', value: true }],
    ['"two words"', { kind: 'fullText', fields: null, text: 'two words' }],
    ['search("x")', { kind: 'search', fields: null, text: 'x' }],
    ['suggest(*, "x")', { kind: 'suggest', fields: null, text: 'x' }],
    ['startswith(a, `b c`, "x")', { kind: 'startsWith', fields: ['a', 'b c'], text: 'x' }],
    ["within_distance(g, geom'POINT(2 48)', 1.5km)", { kind: 'withinDistance', field: 'g', point, distance: 1500 }],
    ["distance(g, GEOM'POINT(2 48)', 10)", { kind: 'withinDistance', field: 'g', point, distance: 10 }],
    ['in_bbox(g, 49, 8, -1, 2)', { kind: 'inBox', field: 'g', south: -1, west: 8, north: 49, east: 2 }],
    [
      "bbox(g, geom'POINT(8 49)', geom'POINT(2 45)')",
      { kind: 'inBox', field: 'g', south: 45, west: 2, north: 49, east: 8 },
    ],
    ["polygon(g, geom'POINT(2 48)')", { kind: 'geometry', field: 'g', geometry: point, mode: 'within' }],
    ["geometry(g, geom'POINT(2 48)')", { kind: 'geometry', field: 'g', geometry: point, mode: 'intersects' }],
    ["geometry(g, geom'POINT(2 48)', disjoint)", { kind: 'geometry', field: 'g', geometry: point, mode: 'disjoint' }],
  ])('%s is a condition', (query, filter) => {
    expect(withoutTexts(parseWhere(query))).toEqual(filter);
  });

  test('has the same geometry as GeoJSON, a Feature, WKT or WKB', () => {
    const wkb = '010100000000000000000000400000000000004840';
    const json = '{"type":"Point","coordinates":[2,48]}';
    const feature = `{"type":"Feature","properties":{},"geometry":${json}}`;
    for (const written of [wkb, json, feature, 'POINT (2 48)'])
      expect(parseWhere(`within(g, geom'${written}')`)).toMatchObject({ geometry: point });
  });

  test('has arithmetic with the precedence of arithmetic, and parentheses in both senses', () => {
    const [one, two] = ['(a + 1) * 2 = 3 and (b = 1 or (c))', '(((a + 1)) * 2 = 3) and ((b = 1) or c)'];
    expect(withoutTexts(parseWhere(one))).toEqual(withoutTexts(parseWhere(two)));
    expect(withoutTexts(parseWhere('a - b - c = 1'))).toEqual(withoutTexts(parseWhere('(a - b) - c = 1')));
    expect(withoutTexts(parseWhere('a + b * c = 1'))).toEqual(withoutTexts(parseWhere('a + (b * c) = 1')));
  });

  test('keeps how its expressions are written', () => {
    expect(parseWhere('year( founded )  +1 = 2')).toMatchObject({
      left: { text: 'year( founded )  +1', left: { text: 'year( founded )' } },
    });
  });

  test('holds "not" before "and" before "or"', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => compare(name, '=', 1));
    expect(withoutTexts(parseWhere('a=1 or not b=1 and c=1'))).toEqual({
      kind: 'or',
      filters: [a, { kind: 'and', filters: [{ kind: 'not', filter: b }, c] }],
    });
  });

  test('names a range with bounds that it holds, or with a bracket outwards leaves out', () => {
    expect(parseWhere('n in [1 TO 5[')).toMatchObject({
      kind: 'range',
      from: { value: 1, isIncluded: true },
      to: { value: 5, isIncluded: false },
    });
    expect(parseWhere('n:]-1..5]')).toMatchObject({
      from: { value: -1, isIncluded: false },
      to: { value: 5, isIncluded: true },
    });
  });
});

describe('what is not in the language', () => {
  test.each([
    ['garbage==', 'unexpected = at position 8 in garbage=='],
    ['a =', 'unexpected end of line at position 3 in a ='],
    ['invalid_function()', 'unexpected ( at position 16 in invalid_function()'],
    ['a <> 1', 'unexpected > at position 3 in a <> 1'],
    ['a not in (1)', 'unexpected not at position 2 in a not in (1)'],
    ['a not like "b"', 'unexpected not at position 2 in a not like "b"'],
    ['a between 1 and 2', 'unexpected between at position 2 in a between 1 and 2'],
    ['contains(a, "b")', 'unexpected ( at position 8 in contains(a, "b")'],
    ['a = 1 -- b', 'unexpected - at position 7 in a = 1 -- b'],
    ['a = 1 /* b */', 'unexpected * at position 7 in a = 1 /* b */'],
    ['2020_sales = 1', 'unexpected _sales at position 4 in 2020_sales = 1'],
    ['a = "🌳" ; b', 'unexpected ; at position 8 in a = "🌳" ; b'],
    ["a = 'Bern", "unexpected ' at position 4 in a = 'Bern"],
    ['(a = 1', 'unexpected end of line at position 6 in (a = 1'],
    ['a + 1', 'unexpected end of line at position 5 in a + 1'],
    ['a in ()', 'unexpected ) at position 6 in a in ()'],
    ['year(a) like "b"', 'unexpected like at position 8 in year(a) like "b"'],
    ['upper(a) = "b"', 'unexpected upper at position 0 in upper(a) = "b"'],
    [
      'within_distance(g, geom"POINT(1 1)", 1 mile)',
      'unexpected mile at position 39 in within_distance(g, geom"POINT(1 1)", 1 mile)',
    ],
  ])('%s is refused where it goes wrong', (query, problem) => {
    expect(refusal(query)).toBe(`ODSQL syntax exception: ${problem}.`);
  });

  test.each([
    ['year = 2020', 'year', 0],
    ['a = 1 and Top > 1', 'Top', 10],
  ])('%s is refused with the way to write the name', (query, word, position) => {
    expect(refusal(query)).toContain(`unexpected ${word} at position ${position} in ${query}.`);
    expect(refusal(query)).toMatch(new RegExp(`\\. ${word} is a word of ODSQL: for a field, write \`${word}\`\\.$`));
  });

  test.each([
    ["a = date'2026-02-30'", "date'2026-02-30' is not a date such as date'2026-01-31' or date'2026-01-31T08:00:00Z'"],
    ['a = 9007199254740993', 'A double cannot represent the number 9007199254740993'],
    ["within(g, geom'x')", "geom'x' is not a geometry in WGS 84 as WKT, hexadecimal WKB or GeoJSON"],
    [`${'('.repeat(21)}a = 1${')'.repeat(21)}`, 'More than 20 levels of parentheses'],
    [`${'not '.repeat(21)}a`, 'More than 20 levels of parentheses'],
    [`a = ${'ifnull('.repeat(21)}`, 'More than 20 levels of parentheses'],
    [`a = 1${'+1'.repeat(201)}`, 'An expression has more than 200 operators'],
    [`a in (${'1,'.repeat(1000)}1)`, 'A list has more than 1000 items'],
    [`a = "${'x'.repeat(9_995)}"`, 'The clause is longer than 10000 characters'],
  ])('%.30s has no meaning', (query, problem) => {
    expect(refusal(query)).toBe(`ODSQL query is malformed: ${problem}.`);
  });

  test('is refused beyond the limits alone', () => {
    expect(refusal(`a = "${'x'.repeat(9_994)}"`)).toBeUndefined();
    expect(refusal(`${'('.repeat(20)}a = 1${')'.repeat(20)}`)).toBeUndefined();
    expect(refusal(`a in (${'1,'.repeat(999)}1)`)).toBeUndefined();
    expect(refusal('a or '.repeat(1_999) + 'a')).toBeUndefined();
  });
});

test('every filter is printed as a clause that parses to it, and is plain JSON', () => {
  fc.assert(
    fc.property(anyFilter, (filter) => {
      const printed = printFilter(filter);
      fc.pre(printed.length <= 10_000);
      expect(withoutTexts(parseWhere(printed))).toEqual(withoutTexts(filter));
    }),
    { numRuns: 500 },
  );
});

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      ...[
        'and',
        'or',
        'not',
        'in',
        'is',
        'null',
        'like',
        'to',
        'true',
        'search',
        'within',
        'now',
        'year',
        'count',
        'distinct',
      ],
      ...['(', '(', ')', ')', '[', ']', '..', ',', ':', '=', '!=', '<', '+', '-', '*', '/', '.', '`', "'"],
      ...['a', '`b c`', '1', '2.5', '"x"', "date'2026'", "geom'POINT(1 1)'", 'km', ' ', '\n', '\0', '\\'],
    ),
    fc.string({ unit: 'binary', maxLength: 8 }),
  ),
  { maxLength: 14 },
);

test('any other text parses, or is refused at a place within it', () => {
  fc.assert(
    fc.property(pieces, fc.boolean(), (parts, isSpaced) => {
      const query = parts.join(isSpaced ? ' ' : '');
      const refused = refusal(query);
      if (refused === undefined) {
        const parsed = parseWhere(query);
        if (parsed) expect(withoutTexts(parseWhere(printFilter(parsed)))).toEqual(withoutTexts(parsed));
        return;
      }
      const position = /^ODSQL syntax exception: unexpected [^]+? at position (\d+) in /.exec(refused)?.[1];
      if (position === undefined) expect(refused).toMatch(/^ODSQL query is malformed: /);
      else expect(Number(position)).toBeLessThanOrEqual(Array.from(query).length);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['(', '('],
  ['parentheses and conditions', '(a = (b + '],
  ['quotes', '"\\'],
  ['backquotes', '`\\'],
  ['digits', '1e'],
  ['WKT', "within(g, geom'MULTIPOLYGON(((("],
])('refuses ten thousand characters of %s at once', (_name, piece) => {
  expect(refusal(piece.repeat(Math.floor(10_000 / piece.length)))).toBeDefined();
});
