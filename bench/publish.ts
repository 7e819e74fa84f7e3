import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openBenchDatabase } from './database/bench-database.ts';
import { cpuOfFamily, memoryOf, watchMemory } from './load/process-usage.ts';
import { makeCsv } from './publishing/make-csv.ts';
import { datasetOf, publish } from './publishing/publish-file.ts';
import { runCeiling } from './publishing/run-ceiling.ts';
import { askMeanwhile } from './publishing/watch-gateway.ts';
import { printPublication, writePublishingPage, type Publication } from './report/publishing.ts';
import { progress } from './report/terminal.ts';
import { scratchFolder } from './scratch.ts';
import { startGateway } from './servers/start-gateway.ts';
import { startWorker } from './servers/start-worker.ts';

/** Publishes a large CSV by a worker, asks the gateway meanwhile, and loads the same file by hand. */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});
const rows = Number(values.rows);
const folder = scratchFolder();
await using opened = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    opened.disposeAsync().finally(() => process.exit(1));
  });

progress(`writing ${rows.toLocaleString('en')} rows`);
const csv = join(folder, 'readings.csv');
const bytes = await makeCsv(csv, rows);
progress('starting PostgreSQL, the gateway and a worker');
const database = await openBenchDatabase(folder);
opened.defer(() => database.stop());
const gateway = await startGateway(database.url, folder);
opened.defer(() => gateway.stop());
const worker = startWorker(database.url, folder);
opened.defer(() => worker.stop());

const uid = await datasetOf(gateway, csv);
let workerPeak = 0;
const rounds: Publication['rounds'][number][] = [];
/** The CPU seconds of the database's processes since another moment. */
const databaseCpu = (since = 0) => cpuOfFamily(database.postmaster) / 1000 - since;
while (rounds.length < Number(values.rounds)) {
  const round = `round ${String(rounds.length + 1)} of ${values.rounds}`;
  progress(`${round}: csv-parse and COPY by hand`);
  let databaseBefore = databaseCpu();
  const loaded = runCeiling(csv, database.url);
  await askMeanwhile(gateway, loaded);
  const ceiling = { ...(await loaded), databaseCpuSeconds: databaseCpu(databaseBefore) };
  databaseBefore = databaseCpu();
  const workerBefore = cpuOfFamily(worker.pid);
  const begin = performance.now();
  let loadSeconds = 0;
  const watched = watchMemory(worker.pid, () =>
    publish(gateway, uid, ({ rows_written: written }) => {
      if (loadSeconds === 0 && Number(written) >= rows) loadSeconds = (performance.now() - begin) / 1000;
      progress(`${round}: ${Number(written ?? 0).toLocaleString('en')} records published`);
    }),
  );
  const latencies = await askMeanwhile(gateway, watched);
  const { result: seconds, most } = await watched;
  workerPeak = Math.max(workerPeak, most);
  rounds.push({
    ceiling,
    published: {
      seconds,
      loadSeconds,
      cpuSeconds: (cpuOfFamily(worker.pid) - workerBefore) / 1000,
      databaseCpuSeconds: databaseCpu(databaseBefore),
    },
    latencies,
  });
}
progress('');
const publication: Publication = {
  rows,
  bytes,
  rounds,
  workerPeak,
  gatewayPeak: memoryOf(gateway.pid).peak,
  databaseVersion: database.version,
};
printPublication(publication);
if (values.write) writePublishingPage(publication);
