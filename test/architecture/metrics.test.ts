import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';
import { scrape } from '../server/observability/scrape.ts';
import { textOf } from './sources.ts';

const app = await testApp({ METRICS_PORT: '0' });
const operations = textOf('docs/operations.md');
const dashboard = textOf('docs/dashboards/catalograph.json');
const alerts = textOf('docs/dashboards/alerts.yaml');

const metricOf = (series: string): string => series.replace(/_(bucket|count|sum)$/, '');

/** The names of our metrics in a text. */
const namesIn = (text: string): string[] => [...new Set(text.match(/\bcatalograph_\w+/g)?.map(metricOf))].sort();

test('docs/operations.md lists every metric, and none that does not exist', async () => {
  const { names } = await scrape(app);
  const listed = [...operations.matchAll(/^\| `(catalograph_\w+)` \|/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual([...names].sort());
});

test('the dashboard shows every metric, and it and the alerts use only metrics that exist', async () => {
  const { names, text } = await scrape(app);
  expect(namesIn(dashboard)).toEqual([...names].sort());
  expect(namesIn(alerts).filter((name) => !names.includes(name))).toEqual([]);
  const ofNode = `${dashboard} ${alerts}`.match(/\b(?:nodejs|process)_\w+/g) ?? [];
  expect(ofNode.length).toBeGreaterThan(0);
  expect(ofNode.filter((name) => !text.includes(`# TYPE ${name} `))).toEqual([]);
});

test('the dashboard and the alerts select by labels that the metrics have', () => {
  const selections = [...`${dashboard.replaceAll('\\"', '"')} ${alerts}`.matchAll(/(catalograph_\w+)\{([^}]*)\}/g)];
  expect(selections.length).toBeGreaterThan(20);
  for (const [, series = '', matchers = ''] of selections) {
    const row = operations.split('\n').find((line) => line.startsWith(`| \`${metricOf(series)}\` |`));
    for (const [, label = ''] of matchers.matchAll(/(\w+)[=!]~?"/g))
      if (label !== 'instance') expect([series, row]).toEqual([series, expect.stringContaining(`\`${label}\``)]);
  }
});

test('docs/operations.md says what to do about each alert', () => {
  const names = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  expect(names.filter((name) => !operations.includes(`| \`${name}\` |`))).toEqual([]);
});
