import { wireRequest } from '../load/driver.ts';
import { cpuOfFamily, watchMemory } from '../load/process-usage.ts';
import { median, runRound, type RoundTools } from '../load/run-round.ts';
import { graph } from '../operations/operation.ts';
import type { Server } from '../servers/server.ts';

/** How the export of all records in a format did. CPU and memory are those of all processes of the gateway, in seconds and MB. */
export interface MeasuredExport {
  readonly format: string;
  readonly rowsPerSecond: number;
  readonly firstByteMs: number;
  readonly megabytes: number;
  readonly cpu: number;
  /** What the gateway holds more at its most than before. */
  readonly memoryGrowth: number;
  /** Of a small query of the graph meanwhile, in milliseconds. */
  readonly p99: number;
}

const formats = ['parquet', 'csv', 'jsonl'];

/** Exports the dataset some times, then once more beside small queries. The gateway has exported before, so that its code is compiled. */
export async function measureExports(
  tools: RoundTools,
  gateway: Server,
  uid: string,
  { rows, rounds }: { readonly rows: number; readonly rounds: number },
): Promise<MeasuredExport[]> {
  const found: MeasuredExport[] = [];
  for (const format of formats) {
    const path = `/api/explore/v2.1/catalog/datasets/${uid}/exports/${format}`;
    await download(gateway, `${path}?limit=50000`);
    const cpuBefore = cpuOfFamily(gateway.pid);
    const watched = await watchMemory(gateway.pid, async () => {
      const downloads: Download[] = [];
      while (downloads.length < rounds) downloads.push(await download(gateway, path));
      return downloads;
    });
    const cpu = (cpuOfFamily(gateway.pid) - cpuBefore) / 1_000 / rounds;
    const seconds = median(watched.result.map((each) => each.seconds));
    const query = graph('{ portalSettings { isMarketplaceEnabled } }', {});
    const requests = [wireRequest(gateway, query, 'anonymous')];
    const [beside] = await Promise.all([
      runRound(tools, gateway, { requests, connections: 4, seconds: Math.min(Math.max(seconds, 0.5), 10) }),
      download(gateway, path),
    ]);
    found.push({
      format,
      rowsPerSecond: rows / seconds,
      firstByteMs: median(watched.result.map((each) => each.firstByteMs)),
      megabytes: (watched.result[0]?.bytes ?? 0) / 1e6,
      cpu,
      memoryGrowth: watched.most - watched.before,
      p99: beside.p99,
    });
  }
  return found;
}

interface Download {
  readonly bytes: number;
  readonly firstByteMs: number;
  readonly seconds: number;
}

/** Reads an answer to its end. */
async function download({ origin }: Server, path: string): Promise<Download> {
  const begin = performance.now();
  const { ok, body } = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
  if (!ok || !body) throw new Error(`${path} was not answered.`);
  let bytes = 0;
  let firstByteMs = 0;
  for await (const chunk of body) {
    if (bytes === 0) firstByteMs = performance.now() - begin;
    bytes += chunk.length;
  }
  return { bytes, firstByteMs, seconds: (performance.now() - begin) / 1_000 };
}
