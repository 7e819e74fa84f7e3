import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll } from '@jest/globals';
import { run } from '#cli/program.ts';
import type { TestApp } from '../support/app.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A new folder, with these files. */
export async function folderOf(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-cli-'));
  folders.push(folder);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** All files below a folder, by their paths. */
export async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path), 'latin1')] as const)),
  );
}

/** Runs the command line against an application, as its administrator. */
export async function commandLineOf({ http }: Pick<TestApp, 'http'>, key = 'test-administrator-key') {
  const url = await http.listen({ host: '127.0.0.1', port: 0 });
  return async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const [printed, warned] = [text(stdout), text(stderr)];
    const code = await run(['--url', url, '--key', key, ...args], { stdin, stdout, stderr, env }).finally(() => {
      stdout.end();
      stderr.end();
    });
    return { code, out: await printed, err: await warned };
  };
}
