import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catalograph-replica-script-'));
  mkdirSync(join(folder, 'bin'));
  // the programs of PostgreSQL: each writes its name and arguments, and a copy writes one file
  for (const [name, does] of [
    ['psql', 'exit 1'],
    ['pg_basebackup', 'mkdir "$PGDATA/global" && echo copied > "$PGDATA/global/pg_control"'],
    ['postgres', ''],
  ] as const)
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\necho ${name} "$@"\n${does}\n`, { mode: 0o755 });
  writeFileSync(join(folder, 'password'), 'secret');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Runs the script that starts the replica, and returns the programs that it ran. */
function startReplica(): string[] {
  const { status, stdout, stderr } = spawnSync('sh', [resolve('deploy/compose/start-replica.sh')], {
    encoding: 'utf8',
    env: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      PGDATA: join(folder, 'data'),
      REPLICATION_PASSWORD_FILE: join(folder, 'password'),
    },
  });
  expect([status, stderr]).toEqual([0, '']);
  return [...stdout.matchAll(/^\w+/gm)].map(([name]) => name);
}

test('a new replica copies the primary, and is not copied again', () => {
  expect(startReplica()).toEqual(['psql', 'pg_basebackup', 'postgres']);
  expect(startReplica()).toEqual(['postgres']);
});

test('a copy that was interrupted is removed and made again', () => {
  mkdirSync(join(folder, 'data', 'base'), { recursive: true });
  writeFileSync(join(folder, 'data', 'PG_VERSION'), '18');
  expect(startReplica()).toEqual(['psql', 'pg_basebackup', 'postgres']);
  expect(readdirSync(join(folder, 'data'))).toEqual(['global']);
});
