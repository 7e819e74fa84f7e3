import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { root } from '../support/processes/built-process.ts';
import { textOf } from '../architecture/sources.ts';
import { testApp } from '../support/app.ts';

const app = await testApp();
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
const outdir = `${root}node_modules/.cache/examples-${process.pid}`;
afterAll(() => rm(outdir, { recursive: true, force: true }));

const examples = ['apollo-client', 'urql', 'relay'];

test.each(examples)('the example %s runs from its start to its end', async (example) => {
  // as tsx does, for a Node that does not run each syntax of TypeScript
  const outfile = `${outdir}/${example}.js`;
  const entry = `${root}examples/${example}/main.ts`;
  await build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node', packages: 'external' });
  const env = { ...process.env, ORIGIN: origin, KEY: 'test-administrator-key' };
  const { stdout } = await promisify(execFile)(process.execPath, [outfile], { env });
  const views = stdout.split('\n').filter((line) => line.startsWith('Datasets: '));
  expect(views).toEqual(['Datasets: Rivers', 'Datasets: Streams', 'Datasets: ']);
  expect(stdout).toContain('Publication: idle');
});

test('the packages of the examples have the versions of this project', () => {
  const versions = (file: string): Readonly<Record<string, string>> => {
    const { dependencies, devDependencies } = JSON.parse(textOf(file));
    return { ...dependencies, ...devDependencies };
  };
  const own = versions('package.json');
  const others = [...examples, 'typed-rows'].flatMap((example) =>
    Object.entries(versions(`examples/${example}/package.json`)).filter(
      ([name, version]) => name in own && own[name] !== version,
    ),
  );
  expect(others).toEqual([]);
});
