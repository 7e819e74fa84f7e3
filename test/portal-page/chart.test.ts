import { describe, expect, test } from '@jest/globals';
import { arrange } from '#portal-page/chart/chart-data.ts';
import {
  type ChartField,
  groupFields,
  intervalBetween,
  isDense,
  queryWithChart,
  readChart,
  writeChart,
} from '#portal-page/chart/chart-state.ts';
import { embedCode } from '#portal-page/use/share.ts';

const field = (name: string, type: ChartField['type'], isFacet = false): ChartField => ({
  ...{ name, label: name, type, isFacet, isMultivalued: false },
});
const fields = [
  field('day', 'date'),
  field('note', 'text'),
  field('place', 'geo_point_2d', true),
  field('kind', 'text', true),
  field('town', 'text', true),
  field('height', 'double'),
];

describe('the state of a chart', () => {
  test('offers facets first, then dates, then other texts', () => {
    expect(groupFields(fields).map(({ name }) => name)).toEqual(['kind', 'town', 'day', 'note']);
  });

  test('is read from an address and written again', () => {
    const query = 'chart=lines&by=day&split=town&measure=avg&of=height&interval=month';
    const state = readChart(new URLSearchParams(query), fields);
    expect(state).toEqual({
      ...{ kind: 'lines', by: 'day', split: 'town', measure: 'avg', of: 'height', interval: 'month' },
    });
    expect(new URLSearchParams(writeChart(state).map(([name, value]) => [name, value])).toString()).toBe(query);
  });

  test('leaves out what the dataset does not have', () => {
    const nothing = { kind: undefined, by: undefined, split: undefined, measure: 'count', of: undefined };
    const hostile = 'chart=pie&by=height&split=__proto__&measure=drop&of=note&interval=eon';
    expect(readChart(new URLSearchParams(hostile), fields)).toEqual({ ...nothing, interval: undefined });
    expect(readChart(new URLSearchParams('measure=sum&of=note'), fields)).toMatchObject({
      measure: 'sum',
      of: 'height',
    });
    expect(readChart(new URLSearchParams('measure=sum'), [field('kind', 'text', true)])).toMatchObject(nothing);
    expect(readChart(new URLSearchParams('by=kind&split=kind'), fields).split).toBeUndefined();
  });

  test('changes its own parameters alone', () => {
    const parameters = new URLSearchParams('q=oak&by=kind&refine.town=a&refine.town=b');
    expect(queryWithChart(parameters, readChart(new URLSearchParams('by=town'), fields))).toBe(
      '?q=oak&refine.town=a&refine.town=b&by=town',
    );
  });
});

describe('time', () => {
  const at = (iso: string): number => Date.parse(iso);
  test('is divided into some dozens of intervals', () => {
    expect(intervalBetween(at('2025-01-01'), at('2025-01-02'), true)).toBe('hour');
    expect(intervalBetween(at('2025-01-01'), at('2025-01-02'), false)).toBe('day');
    expect(intervalBetween(at('2024-01-01'), at('2025-01-02'), false)).toBe('month');
    expect(intervalBetween(at('1900-01-01'), at('2025-01-02'), true)).toBe('year');
  });

  test('is dense where most intervals have records', () => {
    expect(isDense(6, at('2025-03-01'), at('2025-03-06'), 'day')).toBe(true);
    expect(isDense(2, at('2025-03-01'), at('2025-03-02'), 'day')).toBe(false);
    expect(isDense(40, at('1900-01-01'), at('2020-01-01'), 'year')).toBe(false);
  });
});

describe('groups', () => {
  test('become series of one value for each mark', () => {
    const groups = [
      { key: 'oak', split: 'north', value: 3 },
      { key: 'oak', split: null, value: 1 },
      { key: 'elm', split: 'north', value: 2 },
      { key: 'other', split: 'north', value: 9 },
    ];
    const first = (['oak', 'elm'] as const).map((value) => ({ kind: 'value' as const, value }));
    const { marks, series } = arrange(groups, { isTime: false, first, values: ['north', null] });
    expect(marks).toEqual(first);
    expect(series).toEqual([
      { value: 'north', values: [3, 2] },
      { value: null, values: [1, null] },
    ]);
  });

  test('of time are in its order; what is no time is left out', () => {
    const range = (day: string) => `[2025-03-${day}T00:00:00.000Z, 2025-03-${day}T23:00:00.000Z[`;
    const groups = [
      { key: range('02'), value: 2 },
      { key: range('01'), value: 1 },
      { key: null, value: 7 },
      { key: 'never', value: 7 },
    ];
    const { marks, series } = arrange(groups, { isTime: true, values: [undefined] });
    expect(marks.map((mark) => mark.kind === 'time' && new Date(mark.time).getUTCDate())).toEqual([1, 2]);
    expect(series).toEqual([{ value: undefined, values: [1, 2] }]);
  });

  test('keep a text and a number of the same digits apart', () => {
    const groups = [
      { key: '1', value: 5 },
      { key: 1, value: 6 },
    ];
    const { series } = arrange(groups, { isTime: false, values: [undefined] });
    expect(series[0]?.values).toEqual([5, 6]);
  });
});

test('the line that embeds a chart holds any title', () => {
  const code = embedCode('https://x.example/embed?a=1&b=2', `"><script>x</script>\n'`);
  expect(code).toMatch(
    /^<iframe src="https:\/\/x.example\/embed\?a=1&amp;b=2" title="&quot;&gt;&lt;script&gt;x&lt;\/script&gt; '" /,
  );
  expect(code.split('\n')).toHaveLength(1);
});
