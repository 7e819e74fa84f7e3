import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchDatabase } from '../database/bench-database.ts';
import { wireRequest, type Driver } from '../load/driver.ts';
import { memoryOfFamily } from '../load/process-usage.ts';
import { graph } from '../operations/operation.ts';
import { startGateway } from '../servers/start-gateway.ts';

/** A gateway with some datasets of 100 records: its start in milliseconds, its memory before and after pages of all, in MB, and the pages. */
export interface MeasuredMany {
  readonly datasets: number;
  readonly startMs: number;
  readonly memoryAtStart: number;
  readonly memory: number;
  /** The first page of each dataset, and later ones. */
  readonly firstP50: number;
  readonly firstP99: number;
  readonly laterP50: number;
  readonly laterP99: number;
  readonly failures: number;
}

/** The name of the writer in a Parquet file, in which a number of this length makes each copy a file of its own. */
const writer = 'DuckDB version ';
const digits = 6;

/** Makes copies of a published dataset, each with a stored file of its own, and returns their uids. */
export async function copyDataset(
  { database, folder }: { readonly database: BenchDatabase; readonly folder: string },
  uid: string,
  { first, count }: { readonly first: number; readonly count: number },
): Promise<string[]> {
  const [generation] = await database.rows<{ id: string; file: string }>(
    'select id::text, file from generation where id = (select generation from dataset where uid = $1)',
    [uid],
  );
  if (!generation) throw new Error('The dataset has no records.');
  const pathOf = (key: string): string => join(folder, 'gateway', 'files', key.slice(0, 2), key.slice(2));
  const original = await readFile(pathOf(generation.file));
  const at = original.lastIndexOf(writer) + writer.length;
  const keys: string[] = [];
  for (let number = first; number < first + count; number++) {
    const bytes = Buffer.from(original);
    bytes.write(String(number).padStart(digits, '0'), at, 'latin1');
    const key = createHash('sha256').update(bytes).digest('hex');
    await mkdir(join(pathOf(key), '..'), { recursive: true });
    await writeFile(pathOf(key), bytes);
    keys.push(key);
  }
  const made = await database.rows<{ uid: string }>(
    `with copies as (select key, $4::int + row_number() over () as n from unnest($2::text[]) key),
      blobs as (insert into blob (key) select key from copies returning key),
      generations as (
        insert into generation (dataset_uid, fields, file, file_count, record_count, extent, transform)
        select 'da_m' || lpad(n::text, 5, '0'), g.fields, copies.key, g.file_count, g.record_count, g.extent, g.transform
        from generation g, copies where g.id = $1::bigint and exists (select from blobs) returning id, dataset_uid)
    insert into dataset (uid, dataset_id, created_at, updated_at, created_by, updated_by, revision, is_published, is_restricted,
      default_security, metadata, published_metadata, status_since, published_at, metadata_processed_at, generation)
    select g.dataset_uid, 'copy-' || g.id, created_at, updated_at, created_by, updated_by, revision, is_published, is_restricted,
      default_security, metadata, published_metadata, status_since, published_at, metadata_processed_at, g.id
    from dataset d, generations g where d.uid = $3 returning uid`,
    [generation.id, keys, uid, first],
  );
  return made.map((row) => row.uid);
}

/** Starts a gateway, and asks for a page of each dataset, and for pages of them again. */
export async function measureMany(
  { database, folder, driver }: { readonly database: BenchDatabase; readonly folder: string; readonly driver: Driver },
  uids: readonly string[],
  connections: number,
): Promise<MeasuredMany> {
  const begin = performance.now();
  const gateway = await startGateway(database.url, folder);
  const startMs = performance.now() - begin;
  try {
    const memoryAtStart = memoryOfFamily(gateway.pid);
    const query = `query ($uid: ID!) { catalogDataset(uid: $uid) { records(first: 20, orderBy: [{ field: "taken" }]) { nodes { values } } } }`;
    const ask = (asked: readonly string[]) =>
      driver.drive({
        origin: gateway.origin,
        connections,
        requests: asked.map((uid) => wireRequest(gateway, graph(query, { uid }), 'anonymous')),
        count: asked.length,
        seconds: 1_800,
      });
    const first = await ask(uids);
    const later = await ask(Array.from({ length: 5_000 }, (_, at) => uids[(at * 7_919) % uids.length] ?? ''));
    return {
      datasets: uids.length,
      startMs,
      memoryAtStart,
      memory: memoryOfFamily(gateway.pid),
      firstP50: first.p50,
      firstP99: first.p99,
      laterP50: later.p50,
      laterP99: later.p99,
      failures: first.failures + later.failures,
    };
  } finally {
    await gateway.stop();
  }
}
