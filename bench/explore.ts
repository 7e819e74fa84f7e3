import { join } from 'node:path';
import { customPlans } from '../src/platform/database/session-settings.ts';
import { openBenchDatabase } from './database/bench-database.ts';
import { checkResults } from './explore/check-results.ts';
import type { Contenders } from './explore/contender.ts';
import { orderFilesMade, rowFileMade } from './explore/derived-files-made.ts';
import { factsOfRecords } from './explore/facts-of-records.ts';
import { fillListings, fillRecords } from './explore/fill-peers.ts';
import { makeListings } from './explore/make-listings.ts';
import { makeRecords } from './explore/make-records.ts';
import { measureExports } from './explore/measure-exports.ts';
import { measureExploration, type ExplorationResult } from './explore/measure-exploration.ts';
import { copyDataset, measureMany, type MeasuredMany } from './explore/measure-many.ts';
import { addProcessors, measurePublication, sizeAtRest } from './explore/measure-publications.ts';
import { measureWorst } from './explore/measure-worst.ts';
import { readExploreOptions } from './explore/options.ts';
import { createRecordsDataset } from './explore/publish-records.ts';
import { recordCounts } from './explore/record-counts.ts';
import { recordPages } from './explore/record-pages.ts';
import { searches } from './explore/searches.ts';
import { startDriver } from './load/driver.ts';
import { publish } from './publishing/publish-file.ts';
import { currentLoad, printExploring, writeExplorePage } from './report/exploring.ts';
import { progress } from './report/terminal.ts';
import { scratchFolder } from './scratch.ts';
import { startGateway } from './servers/start-gateway.ts';
import { startCeiling, startPostGraphile } from './servers/start-others.ts';
import { startWorker } from './servers/start-worker.ts';

/** Runs the bench of records: one large dataset, beside the same records in a table that is asked by hand. */
const options = readExploreOptions(process.argv.slice(2));
const { rows } = options;
const folder = scratchFolder();
await using opened = new AsyncDisposableStack();
const stop = () => {
  // what is being measured fails now, and that is of no interest
  process.on('uncaughtException', () => undefined);
  opened.disposeAsync().finally(() => process.exit(1));
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

progress(`writing ${rows.toLocaleString('en')} records`);
const fileOf = (name: string): string => join(folder, `${name}.csv`);
const csvBytes = await makeRecords(fileOf('readings'), rows);
await makeRecords(fileOf('sample'), 40);

progress('starting PostgreSQL, the gateway and a worker');
const database = await openBenchDatabase(folder);
opened.defer(() => database.stop());
const gateway = await startGateway(database.url, folder);
opened.defer(() => gateway.stop());
const worker = startWorker(database.url, folder);
let isWorkerStopped = false;
const stopWorker = async () => {
  if (!isWorkerStopped) await worker.stop();
  isWorkerStopped = true;
};
opened.defer(stopWorker);
await database.run(new URL('explore/peers.sql', import.meta.url));
progress('filling the tables of the others');
await fillRecords(database, fileOf('readings'));
if (options.datasets > 0) {
  progress(`filling the catalog with ${options.datasets.toLocaleString('en')} listings`);
  await makeListings(fileOf('listings'), options.datasets);
  await fillListings(database, fileOf('listings'));
  // a start derives the entries of the catalog that are missing
  await (await startGateway(database.url, folder)).stop();
  await database.runApart(['vacuum analyze catalog_entry']);
}
await database.runApart(['checkpoint']);

const load = currentLoad();
const sample = await createRecordsDataset(gateway, fileOf('sample'), 'sample');
await publish(gateway, sample, () => undefined);
const uid = await createRecordsDataset(gateway, fileOf('readings'));
const processed = await createRecordsDataset(gateway, fileOf('readings'), 'processed');
await addProcessors(gateway, processed);
const publishers = { gateway, worker };
const publications = [
  await measurePublication(publishers, { title: 'without processors', uid, rows }),
  await measurePublication(publishers, { title: 'with four processors', uid: processed, rows }),
];
const atRest = { csv: csvBytes, ...(await sizeAtRest(database, folder, uid)) };

progress('starting the other servers');
const postgraphile = await startPostGraphile(database, { planner: customPlans, schemas: ['peer'] });
opened.defer(() => postgraphile.stop());
const ceiling = await startCeiling(database, { planner: customPlans, statements: '../explore/statements.ts' });
opened.defer(() => ceiling.stop());
const driver = startDriver();
opened.defer(() => {
  driver.stop();
});
const contenders: Contenders = { catalograph: gateway, typed: ceiling, postgraphile };
const facts = await factsOfRecords(contenders, { uid, sample });

const operations: ExplorationResult[] = [];
const explorations = [...recordCounts, ...recordPages, ...(options.datasets > 0 ? searches : [])];
for (const exploration of explorations) {
  progress(`comparing the results: ${exploration.title}`);
  // beyond the numbers of the rounds, so that nothing is remembered
  await checkResults(contenders, facts, exploration, 2_000);
}
progress('waiting for the files of rows and orders');
await rowFileMade(folder, rows);
// with the row file, pages ask for files of their orders
for (const exploration of recordPages) await checkResults(contenders, facts, exploration, 2_001);
await orderFilesMade(folder);
const tools = { database, driver };
for (const exploration of explorations) {
  progress(`${String(operations.length + 1)} of ${String(explorations.length)}: ${exploration.title}`);
  operations.push(await measureExploration(tools, options, contenders, facts, exploration));
}
progress('exporting the records');
const exports = await measureExports(tools, gateway, uid, { rows, rounds: options.exports });
progress('asking the worst queries');
const worst = await measureWorst(gateway, uid, options.worst);

const many: MeasuredMany[] = [];
if (options.many > 0) {
  progress(`copying ${options.many.toLocaleString('en')} datasets of 100 records`);
  await makeRecords(fileOf('hundred'), 100);
  const hundred = await createRecordsDataset(gateway, fileOf('hundred'), 'hundred');
  await publish(gateway, hundred, () => undefined);
  const within = { database, folder, driver };
  for (const [earlier, datasets] of [
    [0, 10],
    [10, options.many],
  ] as const) {
    const uids = await copyDataset(within, hundred, { first: earlier, count: datasets - earlier });
    progress(`asking for pages of ${datasets.toLocaleString('en')} datasets`);
    many.push(await measureMany(within, uids, 2));
  }
}
progress('');
const results = { operations, exports, publications, atRest, worst, many, databaseVersion: database.version, load };
printExploring(results, options);
if (options.write) writeExplorePage(results, options);
