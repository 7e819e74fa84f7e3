import { describe, expect, test } from '@jest/globals';
import { parseFacet, parseRefinements } from '#engine/odsql/parse/parse-facet.ts';
import { parseGroupBy, parseOrderBy, parseSelect } from '#engine/odsql/parse/parse-clauses.ts';

describe('select', () => {
  test.each([
    ['*', [{ kind: 'all' }]],
    [
      'include(pop*, name), exclude(*)',
      [
        { kind: 'include', patterns: ['pop*', 'name'] },
        { kind: 'exclude', patterns: ['*'] },
      ],
    ],
    ['count(*)', [{ kind: 'expression', alias: null, expression: { name: 'count', isStar: true, text: 'count(*)' } }]],
    ['COUNT(distinct a) as n', [{ kind: 'expression', alias: 'n', expression: { name: 'count', isDistinct: true } }]],
    [
      'geo_cluster(position,24)',
      [{ kind: 'group', key: { kind: 'cluster', zoom: 24, radius: 40, text: 'geo_cluster(position,24)' } }],
    ],
    [
      'now(year=2000, days=-1)',
      [
        {
          expression: {
            named: [
              { name: 'year', value: 2000 },
              { name: 'days', value: -1 },
            ],
          },
        },
      ],
    ],
    ['sum(a)/sum(b)*100 as `per cent`', [{ alias: 'per cent', expression: { kind: 'arithmetic', operator: '*' } }]],
  ])('select: %s', (text, items) => expect(parseSelect(text)).toMatchObject(items));

  test.each([
    ['invalid_function()', /unexpected \( at position 16 in invalid_function\(\)\. .*: select\.$/],
    ['geo_cluster(a, 2) as c', /unexpected as at position 18/],
    ['a as', /unexpected end of line/],
    ['a,', /unexpected end of line/],
    ['if(a, b, c)', /unexpected \( at position 2/],
    ['stddev(a)', /unexpected \( at position 6/],
    ['a*b*', /unexpected end of line at position 4/],
    [Array(101).fill('a').join(','), /A list has more than 100 items/],
  ])('select %.30s is refused', (text, message) => expect(() => parseSelect(text)).toThrow(message));
});

describe('group_by', () => {
  test.each([
    ['country', [{ kind: 'expression', text: 'country', alias: null }]],
    ['year(a) as y, b', [{ kind: 'expression', text: 'year(a)', alias: 'y' }, { text: 'b' }]],
    ['range(a, 10)', [{ kind: 'width', field: 'a', width: 10 }]],
    ['RANGE(a, 1 day) as d', [{ kind: 'interval', count: 1, unit: 'day', alias: 'd' }]],
    ['range(a, 5m), range(a, 1M), range(a, 3 quarters)', [{ unit: 'minute' }, { unit: 'month' }, { unit: 'quarter' }]],
    ['range(a, *, -1, 5.5, *)', [{ kind: 'steps', steps: [null, -1, 5.5, null] }]],
    ["range(a, date'2020', *)", [{ kind: 'steps', steps: [{ date: '2020' }, null] }]],
    ['geo_cluster(g, 3, 20)', [{ kind: 'cluster', zoom: 3, radius: 20 }]],
  ])('group_by: %s', (text, keys) => expect(parseGroupBy(text)).toMatchObject(keys));

  test.each([
    ['range(a, 1 DAY)', /unexpected DAY at position 11/],
    ['range(a, *)', /unexpected \* at position 9/],
    ['range(a)', /unexpected \) at position 7/],
    ['geo_cluster(g)', /unexpected \) at position 13/],
    [Array(21).fill('a').join(','), /A list has more than 20 items/],
  ])('group_by %.30s is refused', (text, message) => expect(() => parseGroupBy(text)).toThrow(message));
});

describe('order_by', () => {
  test.each([
    ['a, b desc, -c, d ASC', [false, true, true, false].map((isDescending) => ({ kind: 'expression', isDescending }))],
    ['-count(*)', [{ isDescending: true, expression: { name: 'count' } }]],
    ['range(a, 10) desc', [{ kind: 'group', isDescending: true }]],
    ['random(42)', [{ kind: 'random', seed: 42 }]],
  ])('order_by: %s', (text, keys) => expect(parseOrderBy(text)).toMatchObject(keys));

  test.each([
    ['a up', /unexpected up at position 2/],
    ['random()', /unexpected \) at position 7/],
    ['desc', /unexpected desc at position 0/],
    [Array(21).fill('a').join(','), /A list has more than 20 items/],
  ])('order_by %.30s is refused', (text, message) => expect(() => parseOrderBy(text)).toThrow(message));
});

describe('refine', () => {
  test.each([
    ['', []],
    ['country:FR', [{ field: 'country', value: 'FR' }]],
    ['path:a, b: c/d', [{ field: 'path', value: 'a, b: c/d' }]],
    ['`my:field`:x', [{ field: 'my:field', value: 'x' }]],
    [
      'a:"x, \\"y\\"",b:\'z\'',
      [
        { field: 'a', value: 'x, "y"' },
        { field: 'b', value: 'z' },
      ],
    ],
    ['default.theme:"A"', [{ field: 'default.theme', value: 'A' }]],
    ['a:', [{ field: 'a', value: '' }]],
    ['a:"x" y', [{ field: 'a', value: '"x" y' }]],
  ])('refine: %s', (text, refinements) => expect(parseRefinements(text, 'refine')).toEqual(refinements));

  test.each([
    ['country', /unexpected end of line at position 7 in country\. .*: refine\.$/],
    [':FR', /unexpected : at position 0/],
    ['a:"x",b:y', /unexpected y at position 8/],
    [Array(101).fill('a:"x"').join(','), /A list has more than 100 items/],
    [`a:${'x'.repeat(10_000)}`, /The clause is longer than 10000 characters/],
  ])('refine %.30s is refused', (text, message) => expect(() => parseRefinements(text, 'refine')).toThrow(message));
});

describe('facet', () => {
  const plain = { isDisjunctive: null, isHierarchical: null, separator: null, sort: null, limit: null };
  test.each([
    ['country', { field: 'country', ...plain }],
    ['`facet(x`', { field: 'facet(x', ...plain }],
    [
      'facet(name="f", disjunctive=true, hierarchical=FALSE, separator="/", sort="-count", limit=20)',
      { field: 'f', isDisjunctive: true, isHierarchical: false, separator: '/', sort: '-count', limit: 20 },
    ],
  ])('facet: %s', (text, facet) => expect(parseFacet(text)).toEqual(facet));

  test.each([
    ['facet(name="f", nope=1)', /unexpected nope at position 16/],
    ['facet(limit=1)', /facet\(\) needs a name/],
    ['facet(name="f", limit=0)', /from 1 to 20000/],
    ['facet(name="f", sort="up")', /sorted by count/],
    ['facet(name="f"', /unexpected end of line/],
  ])('facet %s is refused', (text, message) => expect(() => parseFacet(text)).toThrow(message));
});
