import { afterAll, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLog } from '#platform/log.ts';
import { choosePaths, findBinaries } from '#platform/postgres/prepare-cluster.ts';
import { canRun, chooseServerUser } from '#platform/postgres/launch-server.ts';
import { describeIf, testIf } from '#test/support/test-if.ts';
import {
  ask,
  cleanUp,
  eventually,
  folderWithCluster,
  isRoot,
  isRunning,
  newFolder,
  serverPid,
  start,
  startOwner,
} from './support.ts';

afterAll(cleanUp);

const userOf = (pid: number) => Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
const idOf = (option: string) => Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout);
const pathOf = (command: string) =>
  spawnSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' }).stdout.trim();

describeIf(isRoot, 'to run as root')('as root', () => {
  const nobody = { uid: idOf('-u'), gid: idOf('-g') };

  test('the server runs as the user nobody where user namespaces are forbidden, and owns the data', async () => {
    const folder = await folderWithCluster();
    const second = await start(folder, { user: 'nobody' });
    expect(userOf(serverPid(folder))).toBe(nobody.uid);
    expect(statSync(join(folder, 'postgres')).uid).toBe(nobody.uid);
    await ask(second.url, 'create table kept as select 1 as n');
    await second.stop();
    const third = await start(folder);
    expect(await ask(third.url, 'select n from kept')).toEqual([{ n: 1 }]);
    await third.stop();
  });

  test('data and programs that the user nobody cannot access are moved, with a warning', () => {
    const [closed, shared] = [join(newFolder(), 'closed'), newFolder()];
    const binaries = findBinaries();
    mkdirSync(join(closed, 'data'), { recursive: true, mode: 0o700 });
    cpSync(binaries.folder, join(closed, 'native'), { recursive: true, verbatimSymlinks: true });
    const said: string[] = [];
    const log = createLog({
      level: 'warn',
      destination: {
        write: (line) => {
          said.push(line);
        },
      },
    });
    const user = chooseServerUser('nobody');
    const place = choosePaths(user, join(closed, 'data'), { ...binaries, folder: join(closed, 'native') }, log, shared);
    expect([place.cluster.startsWith(shared), place.binaries.folder.startsWith(shared)]).toEqual([true, true]);
    expect(canRun([join(place.binaries.folder, 'bin', 'postgres'), '--version'], user.credentials)).toBe(true);
    expect(said).toHaveLength(2);
  });

  const repository = new URL('../../../package.json', import.meta.url).pathname;
  testIf(canRun(['test', '-r', repository], nobody), 'a checkout that the user nobody can read')(
    'another user needs nothing of this',
    async () => {
      const folder = newFolder();
      chownSync(folder, nobody.uid, nobody.gid);
      const owner = await startOwner([folder], nobody);
      expect(owner.error).toBeUndefined();
      expect(userOf(serverPid(folder))).toBe(nobody.uid);
      await owner.kill('SIGKILL');
    },
  );
});

describeIf(process.platform === 'linux', 'Linux')('without setpriv', () => {
  const bareTools = () => {
    const folder = newFolder();
    for (const tool of ['id', 'test', 'true'])
      symlinkSync(pathOf(tool).startsWith('/') ? pathOf(tool) : `/usr/bin/${tool}`, join(folder, tool));
    return folder;
  };

  test('a server left by a killed process is stopped by the next start, and its data kept', async () => {
    const folder = await folderWithCluster();
    const owner = await startOwner([folder], { env: { PATH: bareTools() } });
    expect(owner.error).toBeUndefined();
    await ask(owner.url, 'create table kept as select 1 as n');
    const left = serverPid(folder);
    await owner.kill('SIGKILL');
    expect(isRunning(left)).toBe(true);
    const next = await start(folder);
    expect(isRunning(left)).toBe(false);
    expect(await ask(next.url, 'select n from kept')).toEqual([{ n: 1 }]);
    await next.stop();
    expect(await eventually(() => !isRunning(left))).toBe(true);
  });
});

test('a pid file whose number now belongs to another process affects neither the start nor that process', async () => {
  const folder = await folderWithCluster();
  writeFileSync(
    join(folder, 'postgres', 'postmaster.pid'),
    `${process.ppid}\n${folder}/postgres\n0\n5432\n/tmp\n\n0 0\nready\n`,
  );
  const server = await start(folder);
  expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  await server.stop();
});
