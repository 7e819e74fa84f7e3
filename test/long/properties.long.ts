import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** How many times the property tests run, each time with examples that no run tried before. */
const runs = Number(process.env['PROPERTY_RUNS'] ?? 40);

const files = globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
  readFileSync(`${root}/${file}`, 'utf8').includes("from 'fast-check'"),
);

/** The output of a run that fails: the counterexample and its seed, which PROPERTY_SEED repeats. */
async function failureOf(run: Promise<unknown>): Promise<string> {
  try {
    await run;
    return '';
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  }
}

test.each(Array.from({ length: runs }, (_, index) => index + 1))(
  'every property holds for random examples, run %i',
  async () => {
    const jest = promisify(execFile)(
      process.execPath,
      ['node_modules/jest/bin/jest.js', '--runTestsByPath', ...files],
      {
        cwd: root,
        env: { ...process.env, PROPERTY_SEED: 'random' },
        maxBuffer: 2 ** 26,
      },
    );
    expect(await failureOf(jest)).toBe('');
  },
  30 * 60_000,
);
