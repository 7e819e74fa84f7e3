import { describe, expect, test } from '@jest/globals';
import { bindFilter } from '#engine/odsql/bind/bind-filter.ts';
import { compileTest } from '#engine/odsql/evaluate/compile-test.ts';
import { recordScope } from '#engine/odsql/evaluate/stored-record.ts';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import type { Value } from '#engine/records/record.ts';

const scope = recordScope([{ name: 'shape', type: 'geo_shape' }]);

/** Whether a record with this shape matches a clause. */
const matches = (shape: Value, where: string): boolean =>
  compileTest(bindFilter(parseWhere(where) ?? { kind: 'and', filters: [] }, scope))({ shape });

const square = (from: number, to: number): number[][] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
];
const polygon = (...rings: number[][][]): Value => ({ type: 'Polygon', coordinates: rings });
const line = (...coordinates: number[][]): Value => ({ type: 'LineString', coordinates });
const point = (...coordinates: number[]): Value => ({ type: 'Point', coordinates });
const literal = (shape: Value): string => `geom'${JSON.stringify(shape)}'`;

const big = polygon(square(0, 10));
const ring = polygon(square(0, 10), square(3, 7));

describe('shapes', () => {
  test.each<[string, Value, Value, boolean, boolean]>([
    ['a point in a polygon', point(1, 1), big, true, true],
    ['a point on the border of a polygon', point(0, 5), big, true, true],
    ['a point in a hole', point(5, 5), ring, false, false],
    ['a point on the border of a hole', point(3, 5), ring, true, true],
    ['a point on a line', point(5, 5), line([0, 0], [10, 10]), true, true],
    ['a point beside a line', point(5, 6), line([0, 0], [10, 10]), false, false],
    ['equal points', point(1, 2), point(1, 2), true, true],
    ['lines that cross', line([0, 0], [2, 2]), line([0, 2], [2, 0]), true, false],
    ['lines that touch at an end', line([0, 0], [1, 1]), line([1, 1], [2, 0]), true, false],
    ['parallel lines', line([0, 0], [2, 0]), line([0, 1], [2, 1]), false, false],
    ['a part of a line', line([1, 0], [2, 0]), line([0, 0], [1.5, 0], [5, 0]), true, true],
    ['a line in a polygon', line([1, 1], [9, 9]), big, true, true],
    ['a line on the border of a polygon', line([0, 0], [10, 0]), big, true, true],
    ['a line over a hole', line([1, 5], [9, 5]), ring, true, false],
    ['a line that leaves and comes back', line([5, 5], [15, 5], [5, 6]), big, true, false],
    [
      'a line over a bay',
      line([1, 9], [9, 9]),
      polygon([
        [0, 0],
        [10, 0],
        [10, 10],
        [5, 5],
        [0, 10],
        [0, 0],
      ]),
      true,
      false,
    ],
    ['a polygon in a polygon', polygon(square(1, 2)), big, true, true],
    ['the same polygon', big, big, true, true],
    ['a polygon around another', polygon(square(-1, 11)), big, true, false],
    ['polygons that overlap', polygon(square(5, 15)), big, true, false],
    ['polygons that touch at a corner', polygon(square(10, 12)), big, true, false],
    ['polygons apart', polygon(square(11, 12)), big, false, false],
    ['a polygon in a hole', polygon(square(4, 6)), ring, false, false],
    ['a polygon over a hole', polygon(square(2, 8)), ring, true, false],
    ['a polygon with the same hole', ring, ring, true, true],
    [
      'points of which one is outside',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 1],
          [20, 20],
        ],
      },
      big,
      true,
      false,
    ],
    [
      'a collection within',
      { type: 'GeometryCollection', geometries: [point(1, 1), line([1, 1], [2, 2])] },
      big,
      true,
      true,
    ],
  ])('shapes: %s', (_name, shape, other, isIntersecting, isWithin) => {
    expect(matches(shape, `intersects(shape, ${literal(other)})`)).toBe(isIntersecting);
    expect(matches(shape, `disjoint(shape, ${literal(other)})`)).toBe(!isIntersecting);
    expect(matches(shape, `within(shape, ${literal(other)})`)).toBe(isWithin);
  });

  test('shapes that are null match no predicate', () => {
    for (const predicate of ['intersects', 'disjoint', 'within'])
      expect(matches(null, `${predicate}(shape, ${literal(big)})`)).toBe(false);
    expect(matches(null, 'in_bbox(shape, -90, -180, 90, 180)')).toBe(false);
  });

  test.each([
    ['110km', point(0, 1), false],
    ['112km', point(0, 1), true],
    ['60 mi', line([0.5, -5], [0.5, 5]), true],
    ['34mi', line([0.5, -5], [0.5, 5]), false],
    ['0', polygon(square(-1, 1)), true],
    ['100 km', polygon(square(-3, 3), square(-2, 2)), false],
    ['223km', polygon(square(-3, 3), square(-2, 2)), true],
  ])('shapes lie within %s of a point', (distance, shape, isWithin) => {
    expect(matches(shape, `within_distance(shape, geom'POINT(0 0)', ${distance})`)).toBe(isWithin);
  });

  test.each([
    ['in_bbox(shape, 0, 0, 10, 10)', big, true],
    ['in_bbox(shape, 10, 0, 0, 10)', big, true],
    ['in_bbox(shape, 0, 0, 10, 9)', big, false],
    ['in_bbox(shape, -5, 170, 5, -170)', point(179, 0), true],
    ['in_bbox(shape, -5, 170, 5, -170)', point(-179, 0), true],
    ['in_bbox(shape, -5, 170, 5, -170)', point(0, 0), false],
  ])('shapes: %s', (where, shape, isInside) => expect(matches(shape, where)).toBe(isInside));
});
