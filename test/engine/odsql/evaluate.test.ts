import { describe, expect, test } from '@jest/globals';
import { bindFilter } from '#engine/odsql/bind/bind-filter.ts';

import { bindExclusions, bindRefinements } from '#engine/odsql/bind/bind-query.ts';
import { bindScalar } from '#engine/odsql/bind/bind-expression.ts';
import { Binding, type BoundFilter } from '#engine/odsql/bind/bound.ts';
import { compileExpression } from '#engine/odsql/evaluate/compile-expression.ts';
import { compileTest } from '#engine/odsql/evaluate/compile-test.ts';
import { type StoredRecordField, recordScope, RecordView } from '#engine/odsql/evaluate/stored-record.ts';
import { parseRefinements } from '#engine/odsql/parse/parse-facet.ts';
import { parseSelect } from '#engine/odsql/parse/parse-clauses.ts';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import type { Language } from '#engine/odsql/scope.ts';
import { textOf } from '#engine/records/record.ts';
import { cities, citySources } from './cities.ts';

const scopeIn = (timezone = 'UTC', language: Language = 'en') =>
  recordScope(citySources, { timezone, language, now: new Date('2024-02-29T10:30:45.123Z') });

const citiesOf = (filter: BoundFilter<StoredRecordField>): string =>
  cities
    .filter(compileTest(filter))
    .map(({ name }) => textOf(name))
    .join(', ');

/** The names of the cities that a clause matches. */
const matching = (where: string, timezone?: string): string =>
  citiesOf(bindFilter(parseWhere(where) ?? { kind: 'and', filters: [] }, scopeIn(timezone)));

describe('where', () => {
  test.each([
    ['country != "FR"', 'Bern, Genève, Quito'],
    ['tags = "river"', 'Paris, Lyon, Bern'],
    ['"river" in tags', 'Paris, Lyon, Bern'],
    ['tags != "capital"', 'Lyon, Genève'],
    ['not tags = "capital"', 'Lyon, Genève, Quito'],
    ['population in [134000..520000[', 'Bern, Genève'],
    ['name = "lyon"', ''],
    ['name like "LYON"', 'Lyon'],
    ['"geneve"', 'Genève'],
    ['name like "gen*"', 'Genève'],
    ['"capital river"', 'Paris, Bern'],
    ['suggest(name, "pa")', 'Paris'],
    ['startswith(name, "pa")', ''],
    ['startswith(name, tags, "lak")', 'Genève'],
    ['country = "FR" or country = "CH" and population < 200000', 'Paris, Lyon, Bern'],
    ['year(updated) = 2024', 'Paris, Lyon, Bern'],
    ["updated >= date'2024-02'", 'Lyon, Bern'],
    ['founded is null', 'Genève'],
    ["within_distance(position, geom'POINT(4.8357 45.764)', 150km)", 'Lyon, Genève'],
    ['in_bbox(position, 45, 2, 49, 8)', 'Paris, Lyon, Bern, Genève'],
    ['in_bbox(position, -1, 170, 1, -70)', 'Quito'],
    ["within(position, geom'POLYGON((4 45, 8 45, 8 47, 4 47, 4 45))')", 'Lyon, Bern, Genève'],
    ["disjoint(position, geom'POLYGON((4 45, 8 45, 8 47, 4 47, 4 45))')", 'Paris, Quito'],
    ['population = null', ''],
    ['not population = null', 'Paris, Lyon, Bern, Genève, Quito'],
    ['population != area', 'Paris, Lyon, Bern'],
    ['population / area > 10000', 'Paris, Lyon'],
    ['population / 0 = 1', ''],
    ['ifnull(population, 0) = 0', 'Quito'],
    ['lower(name) = "genève"', 'Genève'],
    ['length(name) > 5', 'Genève'],
    ['year(founded) < 1500', 'Bern'],
    ['founded < updated', 'Paris, Lyon, Bern, Quito'],
    ['updated <= now()', 'Paris, Lyon, Quito'],
    ['updated >= now(months=-1, day=1, hour=0, minute=0, second=0, microsecond=0)', 'Paris, Lyon, Bern'],
    ['search(name, "lyan x")', ''],
    ['search("lyan riv")', 'Lyon'],
    ['search("geneva lak")', 'Genève'],
    ['search("lyn")', ''],
    ['""', 'Paris, Lyon, Bern, Genève, Quito'],
    ['path like "france%paris"', 'Paris'],
  ])('where %s matches %s', (where, names) => expect(matching(where)).toBe(names));

  test('reads datetimes in the timezone, and leaves dates as they are', () => {
    expect(matching('year(updated) = 2024', 'Europe/Paris')).toBe('Paris, Lyon, Bern, Quito');
    expect(matching("updated >= date'2024-02'", 'Europe/Paris')).toBe('Paris, Lyon, Bern');
    expect(matching('day(founded) = 1', 'Pacific/Auckland')).toBe('Bern');
    expect(matching("founded = date'1191'", 'Pacific/Auckland')).toBe('Bern');
  });

  test('has words of different fields, but for a hidden one', () => {
    const hidden = recordScope(citySources.filter(({ name }) => name !== 'tags'));
    expect(matching('"paris capital"')).toBe('Paris');
    expect(citiesOf(bindFilter(parseWhere('"paris capital"') ?? { kind: 'and', filters: [] }, hidden))).toBe('');
  });
});

describe('refine and exclude', () => {
  const settings = (isDisjunctive: boolean) => (field: StoredRecordField) => ({
    isDisjunctive,
    separator: field.name === 'path' ? '/' : null,
  });
  const refined = (text: string, isDisjunctive = false) =>
    citiesOf({
      kind: 'and',
      filters: bindRefinements(parseRefinements(text, 'refine'), scopeIn(), settings(isDisjunctive)).map(
        ({ filter }) => filter,
      ),
    });
  const excluded = (text: string) =>
    citiesOf(
      bindExclusions(parseRefinements(text, 'exclude'), scopeIn(), settings(false)) ?? {
        kind: 'constant',
        value: true,
      },
    );

  test.each([
    ['path:Europe', 'Paris, Lyon, Bern, Genève'],
    ['path:Europe/France', 'Paris, Lyon'],
    ['path:Eur', ''],
    ['updated:2024/02', 'Lyon, Bern'],
    ['updated:2024/2/29', 'Bern'],
    ['population:520000', 'Lyon'],
    ['population:many', ''],
    ['tags:"river",tags:"capital"', 'Paris, Bern'],
    ['tags:"river",country:"FR"', 'Paris, Lyon'],
  ])('refine=%s keeps %s', (text, names) => expect(refined(text)).toBe(names));

  test('refine takes any value of a disjunctive field', () => {
    expect(refined('tags:"lake",tags:"capital"', true)).toBe('Paris, Bern, Genève');
  });

  test.each([
    ['country:FR', 'Bern, Genève, Quito'],
    ['tags:river', 'Genève, Quito'],
    ['tags:"river",tags:"lake"', 'Quito'],
  ])('exclude=%s keeps %s', (text, names) => expect(excluded(text)).toBe(names));
});

describe('an expression', () => {
  const value = (written: string, timezone?: string, language?: Language): unknown => {
    const scope = recordScope([...citySources, { name: 'nothing', type: 'text' }], { timezone, language });
    const [item] = parseSelect(written);
    const bound = item?.kind === 'expression' && bindScalar(item.expression, new Binding(scope, 'select'));
    return bound && compileExpression(bound)(new RecordView(cities[0] ?? {}));
  };
  test.each([
    ['population / area', 2100000 / 105.4],
    ['-population + 1', -2099999],
    ['1e308 * 10', null],
    ['nothing', null],
    ['lower("ÀΣ İ")', 'àσ i'],
    ['length("🌳é")', 2],
    ['tags', ['capital', 'river']],
    ["ifnull(nothing, 'none')", 'none'],
    ['json_format(\'{"a": [1]}\')', { a: [1] }],
    ["json_format('x', null)", null],
    ["json_format('x')", 'x'],
    ["distance(position, geom'POINT(2.3522 48.8566)')", 0],
    ["date_format(founded, \"yyyy-MM-dd'T' 'o''clock'\")", "1790-03-04T o'clock"],
    [
      "date_format(date'2021-01-03', 'xxxx ww e E EEEE D DDD d M MMM MMMM yy')",
      '2020 53 7 Sun Sunday 3 003 3 1 Jan January 21',
    ],
    ["date_format(updated, 'H:m:s HH:mm:ss')", '23:30:0 23:30:00'],
  ])('an expression: %s', (written, expected) => expect(value(written)).toEqual(expected));

  test('formats in a timezone and a language', () => {
    expect(value("date_format(updated, 'd MMMM HH')", 'Europe/Paris', 'fr')).toBe('1 février 00');
    expect(value("date_format(founded, 'EEEE')", 'Pacific/Auckland', 'de')).toBe('Donnerstag');
    expect(value('hour(updated)', 'Asia/Kolkata')).toBe(5);
  });
});
