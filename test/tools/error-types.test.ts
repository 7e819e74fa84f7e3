import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from '@jest/globals';

const folder = await mkdtemp(join(tmpdir(), 'catalograph-error-types-'));
afterAll(() => rm(folder, { recursive: true }));
await copyFile('schema/errors.d.ts', join(folder, 'errors.d.ts'));

const compilerPath = resolve('node_modules/typescript-7/bin/tsc');
const example = /```ts\n(import type \{ CatalogError \}[^]*?)```/.exec(await readFile('docs/clients.md', 'utf8'))?.[1];

/** What the compiler reports for a client's code next to `errors.d.ts`. */
async function problemsOf(code: string): Promise<string> {
  await writeFile(join(folder, 'client.ts'), code);
  const options = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--module', 'nodenext', 'client.ts'];
  const compiler = spawn(process.execPath, [compilerPath, ...options], { cwd: folder });
  return text(compiler.stdout);
}

test('the example in docs/clients.md compiles: a comparison of the code narrows the extensions', async () => {
  expect(await problemsOf(example ?? 'missing')).toBe('');
});

test('the compiler refuses a member that the code does not have, and an unknown code', async () => {
  const problems = await problemsOf(`import type { CatalogError, ErrorCode } from './errors.d.ts';
    export const wrongMember = ({ extensions }: CatalogError) =>
      extensions.code === 'REVISION_MISMATCH' ? extensions.permission : undefined;
    export const wrongCode: ErrorCode = 'NO_SUCH_CODE';`);
  expect(problems).toContain(`Property 'permission' does not exist`);
  expect(problems).toContain(`Type '"NO_SUCH_CODE"' is not assignable to type`);
});
