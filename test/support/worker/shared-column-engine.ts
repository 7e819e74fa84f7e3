import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Services } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import type { ColumnEngine } from '#platform/columns/column-engine.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { openColumnEngine } from '#processes/services.ts';

const { records } = readConfig({});
/** The storages of the applications that use the engine now. */
const storages = new Set<Pick<Storage, 'read'>>();
let engine: Promise<ColumnEngine> | undefined;
let applications = 0;

/** Whether an application has the settings of the shared engine. */
export const fitsSharedEngine = (config: Pick<Config, 'records'>): boolean =>
  isDeepStrictEqual(config.records, records);

/** The column engine of all applications of a worker: an engine of its own would take an application that publishes a second of a processor. */
export async function sharedColumnEngine(): Promise<ColumnEngine> {
  return { ...(await (engine ??= open())), close: () => Promise.resolve() };
}

/** Lets the engine read what an application has stored, until the returned function is called. */
export async function joinSharedEngine({ db, storage }: Pick<Services, 'db' | 'storage'>): Promise<() => void> {
  applications += 1;
  // The engine knows a generation by its identifier, among others.
  await db.rows(sql`select setval(pg_get_serial_sequence('generation', 'id'), ${applications * 100_000}::bigint)`);
  storages.add(storage);
  return () => void storages.delete(storage);
}

function open(): Promise<ColumnEngine> {
  const dataDir = mkdtempSync(join(tmpdir(), 'catalograph-engine-'));
  process.once('exit', () => {
    rmSync(dataDir, { recursive: true, force: true });
  });
  const read = (key: string) => Promise.any([...storages].map((storage) => storage.read(key)));
  return openColumnEngine({ dataDir, records }, { storage: { read }, log: createLog({ level: 'silent' }) });
}
