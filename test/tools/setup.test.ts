import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'catalograph-setup-'));
const project = join(folder, 'project');
afterAll(() => rm(folder, { recursive: true }));

const npm = (...args: readonly string[]) => run('npm', args, { cwd: project });
const inProject = (path: string) => join(project, path);
const readProject = (path: string) => readFile(inProject(path), 'utf8');
const inodeOf = async (path: string) => (await stat(inProject(path))).ino;

/** Makes a package of one file, and returns where it can be installed from. */
async function pack(name: string): Promise<string> {
  const source = join(folder, name);
  await mkdir(source);
  await writeFile(join(source, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
  await writeFile(join(source, 'index.js'), '');
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source });
  return `file:../${name}-1.0.0.tgz`;
}

// A project with the scripts of this one, and packages that need no network.
beforeAll(async () => {
  await mkdir(project);
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  const [served, jest] = [await pack('served'), await pack('jest')];
  await writeFile(
    inProject('package.json'),
    JSON.stringify({
      name: 'project',
      version: '1.0.0',
      scripts,
      dependencies: { served },
      devDependencies: { jest },
    }),
  );
  await npm('install', '--package-lock-only', '--offline');
});

test('the packages of the tests are added to those that a running service uses, which stay', async () => {
  const lock = await readProject('package-lock.json');
  await npm('run', 'setup');
  const before = await inodeOf('node_modules/served/index.js');
  await expect(inodeOf('node_modules/jest/index.js')).rejects.toThrow('ENOENT');

  await npm('run', 'setup:all');
  expect(await inodeOf('node_modules/jest/index.js')).toBeGreaterThan(0);
  expect(await inodeOf('node_modules/served/index.js')).toBe(before);
  expect(await readProject('package-lock.json')).toBe(lock);

  // nothing is left to do
  expect((await npm('run', '--silent', 'setup')).stdout).toBe('');
  expect((await npm('run', '--silent', 'setup:all')).stdout).toBe('');
});

test('a start after a change of the lock keeps the packages of the tests, which may be running', async () => {
  await npm('run', 'setup:all');
  const before = await inodeOf('node_modules/jest/index.js');
  const later = new Date(Date.now() + 60_000);
  await utimes(inProject('package-lock.json'), later, later);
  expect((await npm('run', '--silent', 'setup')).stdout).toContain('Installing');
  expect(await inodeOf('node_modules/jest/index.js')).toBe(before);
});
