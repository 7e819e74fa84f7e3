import { afterAll, describe, expect, test } from '@jest/globals';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRunningPostgres } from '#platform/postgres/supervise-server.ts';
import { disposableSettings } from '#platform/postgres/launch-server.ts';
import { SetupError } from '#platform/system-errors.ts';
import { testIf } from '#test/support/test-if.ts';
import {
  ask,
  cleanUp,
  eventually,
  folderWithCluster,
  isRunning,
  newFolder,
  serverPid,
  start,
  startOwner,
} from './support.ts';

afterAll(cleanUp);

test('a server starts on a socket only, is durable, keeps its data over a restart, and leaves no socket folder', async () => {
  const folder = join(newFolder(), 'data');
  const first = await start(folder);
  expect(await ask(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(await ask(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await ask(first.url, "select lower('É') as lower, current_setting('server_encoding') as encoding")).toEqual([
    { lower: 'é', encoding: 'UTF8' },
  ]);
  expect(findRunningPostgres(folder)).toBe(first.url);
  await ask(first.url, 'create table kept as select 1 as n');
  await first.stop();
  await first.stop();
  expect(existsSync(first.socketDir)).toBe(false);
  expect(findRunningPostgres(folder)).toBeUndefined();

  const second = await start(folder, { settings: disposableSettings });
  expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 1 }]);
  expect(await ask(second.url, 'show fsync')).toEqual([{ fsync: 'off' }]);
  await second.stop();
});

test('a second start on the same folder is refused, in this process and in another', async () => {
  const folder = await folderWithCluster();
  const server = await start(folder);
  const message = `The data folder ${folder} is in use by another process of this service.`;
  await expect(start(folder)).rejects.toThrow(message);
  await expect(start(folder)).rejects.toThrow(SetupError);
  expect((await startOwner([folder])).error).toContain(message);
  expect(await ask(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
  await server.stop();
});

test('a restart keeps the address, and so does a crash of the server', async () => {
  const folder = await folderWithCluster();
  const server = await start(folder);
  await ask(server.url, 'create table kept as select 1 as n');
  await server.restart('immediate');
  expect(await ask(server.url, 'select n from kept')).toEqual([{ n: 1 }]);
  process.kill(serverPid(folder), 'SIGKILL');
  expect(
    await eventually(() =>
      ask(server.url, 'select n from kept').then(
        () => true,
        () => false,
      ),
    ),
  ).toBe(true);
  await server.stop();
});

test('the error quotes the output of a server that cannot start', async () => {
  await expect(start(await folderWithCluster(), { settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
    /did not start.*\n.*shared_buffers/,
  );
});

describe('after kill -9 of the process', () => {
  testIf(process.platform === 'linux', 'Linux')('the server stops too, and no acknowledged write is lost', async () => {
    const folder = await folderWithCluster();
    const owner = await startOwner([folder]);
    await ask(owner.url, 'create table kept as select 1 as n');
    const pid = serverPid(folder);
    await owner.kill('SIGKILL');
    const next = await start(folder);
    expect(isRunning(pid)).toBe(false);
    expect(await ask(next.url, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(existsSync(owner.url.replace(/^.*@|\/postgres$/g, '').replaceAll('%2F', '/'))).toBe(false);
    await next.stop();
  });

  testIf(process.platform === 'linux', 'Linux')(
    'the server stops although the service is not started again',
    async () => {
      const folder = await folderWithCluster();
      const owner = await startOwner([folder]);
      const pid = serverPid(folder);
      expect(isRunning(pid)).toBe(true);
      await owner.kill('SIGKILL');
      expect(await eventually(() => !isRunning(pid))).toBe(true);
    },
  );
});
