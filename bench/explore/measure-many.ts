import { createHash } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchDatabase } from '../database/bench-database.ts';
import { wireRequest, type Driver } from '../load/driver.ts';
import { memoryOfFamily } from '../load/process-usage.ts';
import { graph } from '../operations/operation.ts';
import { startGateway } from '../servers/start-gateway.ts';

/** A gateway with some datasets of 100 records: its start in milliseconds, its memory before and after pages of those in use, in MB, and the pages. */
export interface MeasuredMany {
  readonly datasets: number;
  readonly startMs: number;
  readonly memoryAtStart: number;
  readonly memory: number;
  /** The first page of each dataset in use, and later ones. */
  readonly firstP50: number;
  readonly firstP99: number;
  readonly laterP50: number;
  readonly laterP99: number;
  /** The first page of datasets whose native file this machine must build. */
  readonly builtP50: number | undefined;
  readonly failures: number;
}

/** How many datasets are asked for pages, how many pages are asked later, and how many datasets have no native file. */
const asked = { datasets: 1_000, later: 5_000, built: 100 };

/** The name of the writer in a Parquet file, in which a number of this length makes each copy a file of its own. */
const writer = 'DuckDB version ';
const digits = 6;

/** A file in the folder of native files of a gateway. */
const nativePath = (folder: string, key: string): string => join(folder, 'gateway', 'records', `${key}.duckdb`);

/** Makes copies of a published dataset, each with a stored file of its own and the native file that a publication leaves, and returns their uids. */
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
    // one file with many names, which are attached as different ones
    await link(nativePath(folder, generation.file), nativePath(folder, key));
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

async function removeNativeFiles(database: BenchDatabase, folder: string, uids: readonly string[]): Promise<void> {
  const found = await database.rows<{ file: string }>(
    'select file from generation where dataset_uid = any($1::text[])',
    [uids],
  );
  await Promise.all(found.map(({ file }) => rm(nativePath(folder, file), { force: true })));
}

/** Starts a gateway, and asks for a page of each dataset in use, for pages of them again, and for pages of datasets without a native file. */
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
    const query = `query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { records(first: 20, orderBy: [{ field: "taken" }]) { nodes { values } } } }`;
    const ask = (from: readonly string[], count: number) =>
      driver.drive({
        origin: gateway.origin,
        connections,
        requests: Array.from({ length: count }, (_, at) =>
          wireRequest(gateway, graph(query, { uid: from[(at * 7_919) % from.length] ?? '' }), 'anonymous'),
        ),
        count,
        seconds: 1_800,
      });
    const used = uids.filter((_, at) => at % Math.ceil(uids.length / asked.datasets) === 0);
    const first = await ask(used, used.length);
    const later = await ask(used, asked.later);
    const memory = memoryOfFamily(gateway.pid);
    const others = uids.filter((uid) => !used.includes(uid)).slice(0, asked.built);
    await removeNativeFiles(database, folder, others);
    const built = others.length > 0 ? await ask(others, others.length) : undefined;
    return {
      datasets: uids.length,
      startMs,
      memoryAtStart,
      memory,
      firstP50: first.p50,
      firstP99: first.p99,
      laterP50: later.p50,
      laterP99: later.p99,
      builtP50: built?.p50,
      failures: first.failures + later.failures + (built?.failures ?? 0),
    };
  } finally {
    await gateway.stop();
  }
}
