import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect } from '@jest/globals';
import { builtProcesses } from '../process/built-process.ts';
import { root } from '../support/processes/built-process.ts';
import { answersOf, release, releasedAnswers, restoreRelease } from '../support/database/released-catalog.ts';
import { testIf } from '../support/test-if.ts';

const { newFolder, start } = builtProcesses();

function run(command: string, args: readonly string[], cwd = root): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

const parent = await mkdtemp(join(tmpdir(), 'catalograph-release-'));
const folder = join(parent, release.version);
afterAll(async () => {
  spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: root });
  await rm(parent, { recursive: true, force: true });
});

/** Checks the release out and builds it with the packages that are installed here. */
async function buildRelease(): Promise<void> {
  run('git', ['worktree', 'add', '--quiet', '--detach', folder, release.commit]);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  run('npm', ['run', '--silent', 'build'], folder);
}

const request = async (url: string, path: string, method: 'GET' | 'POST' | 'PUT', body?: object) => {
  const answer = await fetch(`${url}/api/automation/v1.0/${path}`, {
    method,
    headers: { authorization: `Apikey ${release.adminApiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

const hasRelease = spawnSync('git', ['cat-file', '-e', release.commit], { cwd: root }).status === 0;

testIf(hasRelease, 'the history of the repository')(
  'the release before reads, changes and publishes on the tables of this version, which counts its changes',
  async () => {
    await buildRelease();
    const dataDir = await newFolder();
    const database = await restoreRelease(dataDir);
    const settings = { DATABASE_URL: database.url, SECRETS_KEY: release.secretsKey, DATA_DIR: dataDir };
    expect(await (await start(settings, 'migrate')).ended).toBe(0);

    const reader = await start({ ...settings, WORKER: 'off' }, 'main', folder);
    const before = await releasedAnswers();
    expect(await answersOf(reader.url, Object.keys(before))).toEqual(before);
    expect(await reader.end('SIGTERM')).toBe(0);

    const previous = await start(settings, 'main', folder);
    const title = await request(previous.url, 'datasets/da_energy/metadata/default/title/', 'PUT', { value: 'Energy' });
    const created = await request(previous.url, 'datasets/', 'POST', {
      metadata: { default: { title: { value: 'New' } } },
    });
    expect([title.status, created.status]).toEqual([200, 201]);
    await request(previous.url, 'datasets/da_trees1/publish/', 'POST');
    for (const uid of ['da_trees1', 'da_librar', 'da_airqua']) {
      const status = async () => (await request(previous.url, `datasets/${uid}/status/`, 'GET')).body;
      while (!['idle', 'error'].includes(String((await status())['status']))) await wait(50);
      expect(await status()).toMatchObject({ status: 'idle', is_published: true });
    }

    const current = await start({ ...settings, MIGRATE: 'off' });
    const lists = ['/api/automation/v1.0/datasets/?limit=100', '/api/explore/v2.1/catalog/datasets?limit=100'];
    for (const answer of Object.values(await answersOf(current.url, lists))) {
      const { total_count, results } = answer as { total_count: number; results: unknown[] };
      expect(total_count).toBe(results.length);
    }
    expect(await Promise.all([previous, current].map((gateway) => gateway.end('SIGTERM')))).toEqual([0, 0]);
    await database.drop();
  },
  600_000,
);
