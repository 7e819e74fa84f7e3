import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { variablesOf } from '#portal-page/address.ts';
import { periodOf, placeOf, withoutParameter } from '#portal-page/search-filter.ts';

test.each([
  ['from=2024-01-01', { from: '2024-01-01T00:00:00Z' }],
  ['until=2024-02-29', { until: '2024-03-01T00:00:00Z' }],
  ['from=2024-02-29&until=2024-02-29', { from: '2024-02-29T00:00:00Z', until: '2024-03-01T00:00:00Z' }],
  ['from=2024-03-01&until=2024-02-29', undefined],
  ['from=2023-02-29', undefined],
  ['from=&until=', undefined],
  ['from=2024', undefined],
])('the period of %s ends with its last day', (search, expected) => {
  expect(periodOf(new URLSearchParams(search))).toEqual(expected);
});

test.each([
  ['west=5.9&south=45.8&east=10.5&north=47.8', { west: 5.9, south: 45.8, east: 10.5, north: 47.8 }],
  ['west=170&south=-90&east=-170&north=90', { west: 170, south: -90, east: -170, north: 90 }],
  ['west=5&south=45&east=10', undefined],
  ['west=5&south=48&east=10&north=47', undefined],
  ['west=181&south=45&east=10&north=47', undefined],
  ['west=5&south=45&east=10&north=91', undefined],
  ['west=1e1&south=45&east=10&north=47', undefined],
  ['west=NaN&south=45&east=10&north=47', undefined],
])('the place of %s is a box on the earth', (search, expected) => {
  expect(placeOf(new URLSearchParams(search))).toEqual(expected);
});

test('whatever an address has, the search that it asks for is one that the graph takes', () => {
  const name = fc.constantFrom('from', 'until', 'west', 'south', 'east', 'north', 'more', 'find');
  const text = fc.oneof(
    fc.string({ maxLength: 300 }),
    fc.double().map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
    fc.constantFrom('theme', 'keyword'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, text)), (pairs) => {
      const { filter, find, more } = variablesOf(new URLSearchParams(pairs));
      const { period, place } = filter ?? {};
      if (place) {
        expect(Math.max(Math.abs(place.west), Math.abs(place.east))).toBeLessThanOrEqual(180);
        expect([place.south >= -90, place.north <= 90, place.south <= place.north]).toEqual([true, true, true]);
      }
      if (period?.from != null && period.until != null)
        expect(Date.parse(period.from)).toBeLessThan(Date.parse(period.until));
      expect((find ?? '').length).toBeLessThanOrEqual(200);
      expect(more ?? 'theme').toMatch(/^(?:theme|keyword|[\w-]+\.[\w-]+)$/);
    }),
  );
});

const all =
  'q=red+trees%2C+bus&theme=A&theme=B&keyword=k&from=2024-01-01&until=2024-01-02&west=1&east=2&south=3&north=4&page=3';
const removal = (condition: 'QUERY' | 'FILTER' | 'REFINE' | 'EXCLUDE', field: string | null, value: string | null) => ({
  condition,
  field,
  value,
  totalCount: 1,
});
test.each([
  [removal('QUERY', null, null), all.replace('q=red+trees%2C+bus&', '')],
  [removal('QUERY', null, 'trees'), all.replace('red+trees%2C+bus', 'red+%2C+bus')],
  [removal('REFINE', 'theme', 'A'), all.replace('theme=A&', '')],
  [removal('REFINE', 'theme', null), all.replace('theme=A&theme=B&', '')],
  [removal('FILTER', 'period', null), all.replace('from=2024-01-01&until=2024-01-02&', '')],
  [removal('FILTER', 'place', null), all.replace('west=1&east=2&south=3&north=4&', '')],
])('%j leaves the rest of the search, from its first page', (removed, expected) => {
  expect(withoutParameter(new URLSearchParams(all), removed).toString()).toBe(expected.replace('&page=3', ''));
});
