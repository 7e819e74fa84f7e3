import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

const files = globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
  readFileSync(`${root}/${file}`, 'utf8').includes('support/repetitions.ts'),
);

test('races that each run of the tests tries once have the same end many times', async () => {
  expect(files).not.toEqual([]);
  const jest = promisify(execFile)(process.execPath, ['node_modules/jest/bin/jest.js', '--runTestsByPath', ...files], {
    cwd: root,
    env: { ...process.env, RACE_REPETITIONS: process.env['RACE_REPETITIONS'] ?? '20' },
    maxBuffer: 2 ** 26,
  });
  await expect(jest).resolves.toBeDefined();
}, 1_800_000);
