import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { emptyDatabase, type TestDatabase } from '../support/database/database.ts';
import { faultProxy, type FaultProxy } from '../support/database/fault-proxy.ts';
import { describeIf } from '../support/test-if.ts';
import { root } from '../support/processes/built-process.ts';
import { builtProcesses, patience } from './built-process.ts';

const MIB = 2 ** 20;
/** What the image may take, less its base, distroless/cc with 24 MiB. The column engine takes 70 MiB of it. */
const maxBytes = (420 - 24) * MIB;
/** A user without any other file, like that of the image: any number that no other program here uses. */
const user = randomInt(1_000_000, 2_000_000_000);
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

const secretsKey = randomBytes(32).toString('hex');

/** The arguments of Node.js with which the image starts. */
async function defaultCommand(): Promise<string[]> {
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(await readFile(join(root, 'deploy/Containerfile'), 'utf8')) ?? [];
  return JSON.parse(command) as string[];
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describeIf(isRoot, 'Linux, root')('the image, installed into an empty folder', () => {
  const { newFolder } = builtProcesses();
  const running: ChildProcess[] = [];
  let image: string;
  let data: string;
  let database: TestDatabase;
  let proxy: FaultProxy;

  beforeAll(async () => {
    const folder = await newFolder();
    [image, data] = [join(folder, 'image'), join(folder, 'data')];
    const { status, stderr } = spawnSync('deploy/image/install.sh', [image], { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    await mkdir(data);
    await chown(data, user, user);
    // the socket of the test server accepts root only
    database = await emptyDatabase();
    proxy = await faultProxy(database.url);
    const socket = decodeURIComponent(new URL(proxy.url).hostname);
    await chmod(socket, 0o711);
    await chmod(join(socket, '.s.PGSQL.5432'), 0o777);
  }, patience);
  afterAll(async () => {
    for (const each of running) each.kill('SIGKILL');
    await proxy.close();
    await database.drop();
  });

  /** Starts Node.js of the image as its user, with the settings that the image and the tests have. */
  const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const started = spawn(join(image, 'bin/node'), args, {
      cwd: image,
      uid: user,
      gid: user,
      env: {
        ...{ NODE_ENV: 'production', DATA_DIR: data, TMPDIR: data, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' },
        ...{ DATABASE_URL: proxy.url, SECRETS_KEY: secretsKey, WORKER: 'off', MIGRATE: 'off' },
        ...env,
      },
    });
    running.push(started);
    let output = '';
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (part: Buffer) => (output += String(part)));
    return { process: started, output: () => output };
  };
  const exited = ({ process: started, output }: ReturnType<typeof run>) =>
    new Promise<readonly [number | null, string]>((resolve) =>
      started.once('close', (code) => resolve([code, output()])),
    );

  test(
    'migrates an external database, gets ready, shows its pages and ends, and its user writes to the folder of data alone',
    async () => {
      expect(await sizeOf(image)).toBeLessThan(maxBytes);
      expect(await exited(run(['dist/migrate.js']))).toEqual([0, expect.stringContaining('has all')]);

      const gateway = run(await defaultCommand());
      const ended = exited(gateway);
      while (gateway.process.exitCode === null && !gateway.output().includes('/readyz')) await wait(20);
      const [, url = ''] = /GraphQL +(http\S+)\/graphql/.exec(gateway.output()) ?? [];
      expect([url, gateway.output()]).toEqual([expect.stringContaining('http'), expect.any(String)]);
      const statuses = ['/readyz', '/graphiql', '/docs/'].map(async (path) => (await fetch(`${url}${path}`)).status);
      expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
      gateway.process.kill('SIGTERM');
      expect((await ended)[0]).toBe(0);

      // Nothing in the image is writable to its user. No folder for temporary files has a file or a folder of the user, who can write in no other folder there.
      const writable = spawnSync('find', [image, '-perm', '/022', '-not', '-type', 'l'], { encoding: 'utf8' });
      const left = spawnSync('find', ['/tmp', '/var/tmp', '/dev/shm', '-maxdepth', '1', '-user', String(user)], {
        encoding: 'utf8',
      });
      expect([writable.stdout, left.stdout]).toEqual(['', '']);
    },
    patience,
  );

  test(
    'has each package that the service loads on demand, and the demo',
    async () => {
      const packages = (await readFile(join(root, 'deploy/image/packages.txt'), 'utf8')).trim().split('\n');
      const load = `
        import { createRequire } from 'node:module';
        const { resolve } = createRequire(process.cwd() + '/dist/main.js');
        const files = { '@graphql-yoga/render-graphiql': '/graphiql', '@modelcontextprotocol/sdk': '/server/mcp.js' };
        for (const name of ${JSON.stringify(packages)}) {
          if (name.startsWith('@esri/') || name === '@fastify/swagger-ui') resolve(name + '/package.json');
          else await import(resolve(name + (files[name] ?? '')));
        }`;
      expect(await exited(run(['--input-type=module', '--eval', load]))).toEqual([0, '']);
      await expect(stat(join(image, 'src/seed/demo/catalograph.yaml'))).resolves.toBeDefined();
    },
    patience,
  );
});
