import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchDatabase } from '../database/bench-database.ts';
import { cpuOfFamily, watchMemory } from '../load/process-usage.ts';
import { publish, send } from '../publishing/publish-file.ts';
import { askMeanwhile } from '../publishing/watch-gateway.ts';
import { progress } from '../report/terminal.ts';
import type { Server } from '../servers/server.ts';
import type { RunningProcess } from '../servers/start-process.ts';

/** How a publication did. CPU and memory are those of all processes of the worker, per record and in MB. */
export interface MeasuredPublication {
  readonly title: string;
  readonly seconds: number;
  readonly rowsPerSecond: number;
  readonly cpuMicroseconds: number;
  readonly memory: number;
  /** Of a list of datasets that the gateway was asked for meanwhile, in milliseconds. */
  readonly p99: number;
}

/** Four processors: one that changes a text, one that joins two, a date with a format, and an expression. */
export const fourProcessors = [
  { type: 'string_replace', field: 'remark', old: 'a', new: 'e' },
  { type: 'concat', left_value: 'city', right_value: 'station', separator: ' · ', output_field: 'place' },
  { type: 'date_normalizer', field: 'checked', date_format: '%Y-%m-%dT%H:%M:%SZ' },
  { type: 'expression', expression: 'round(price * 1.2, 2)', output_field: 'gross' },
] as const;

/** Adds the four processors to a dataset. */
export async function addProcessors(server: Server, uid: string): Promise<void> {
  for (const processor of fourProcessors) await send(server, `/datasets/${uid}/processors/`, processor);
}

/** Publishes a dataset by a worker, and asks the gateway meanwhile. */
export async function measurePublication(
  { gateway, worker }: { readonly gateway: Server; readonly worker: RunningProcess },
  { title, uid, rows }: { readonly title: string; readonly uid: string; readonly rows: number },
): Promise<MeasuredPublication> {
  const cpuBefore = cpuOfFamily(worker.pid);
  const { result, most } = await watchMemory(worker.pid, async () => {
    let told = -Infinity;
    const published = publish(gateway, uid, ({ rows_written: written }) => {
      if (performance.now() - told < 1_000) return;
      told = performance.now();
      progress(`publishing ${title}: ${Number(written ?? 0).toLocaleString('en')} records`);
    });
    const latencies = await askMeanwhile(gateway, published);
    return { seconds: await published, p99: latencies.p99 };
  });
  return {
    title,
    ...result,
    rowsPerSecond: rows / result.seconds,
    cpuMicroseconds: ((cpuOfFamily(worker.pid) - cpuBefore) / rows) * 1_000,
    memory: most,
  };
}

/** The bytes of a dataset's records at rest, and of the file that queries read. */
export async function sizeAtRest(
  database: BenchDatabase,
  folder: string,
  uid: string,
): Promise<{ readonly stored: number; readonly native: number }> {
  const [generation] = await database.rows<{ file: string }>(
    'select file from generation where id = (select generation from dataset where uid = $1)',
    [uid],
  );
  const key = generation?.file ?? '';
  const bytes = async (path: string): Promise<number> => (await stat(join(folder, 'gateway', path))).size;
  return {
    stored: await bytes(join('files', key.slice(0, 2), key.slice(2))),
    native: await bytes(join('records', `${key}.duckdb`)),
  };
}
