import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { textOf } from '../architecture/sources.ts';
import { testIf } from '../support/test-if.ts';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Runs promtool, and returns its exit code with what it printed. */
function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return `${String(status)} ${stdout}${stderr}`;
}

testIf(hasPromtool, 'promtool')('each alert fires when it should, and not before', () => {
  expect(promtool('check', 'rules', 'docs/dashboards/alerts.yaml')).toMatch(/^0 .*SUCCESS/s);
  expect(promtool('test', 'rules', 'test/deploy/alerts.yaml')).toMatch(/^0 .*SUCCESS/s);
});

test('every alert has a case in which it fires', () => {
  const names = (pattern: RegExp, file: string) => [...textOf(file).matchAll(pattern)].map(([, name]) => name);
  const fires = names(/alertname: (\w+)\n\s+eval_time: .*\n\s+exp_alerts:/g, 'test/deploy/alerts.yaml');
  expect([...new Set(fires)].sort()).toEqual(names(/alert: (\w+)/g, 'docs/dashboards/alerts.yaml').sort());
});
