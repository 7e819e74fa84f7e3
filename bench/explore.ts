import { join } from 'node:path';
import { customPlans } from '../src/platform/database/planner-settings.ts';
import { openBenchDatabase } from './database/bench-database.ts';
import { checkResults } from './explore/check-results.ts';
import type { Contenders } from './explore/contender.ts';
import { factsOfRecords } from './explore/facts-of-records.ts';
import { fillListings, fillRecords } from './explore/fill-peers.ts';
import { makeListings } from './explore/make-listings.ts';
import { makeRecords } from './explore/make-records.ts';
import { measureExports, measureRestPage } from './explore/measure-exports.ts';
import { measureExploration, type ExplorationResult } from './explore/measure-exploration.ts';
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

/** Runs the bench of searches and queries: one large dataset, a large catalog, and the same data as others keep them. */
const options = readExploreOptions(process.argv.slice(2));
const folder = scratchFolder();
await using opened = new AsyncDisposableStack();
const stop = () => {
  // what is being measured fails now, and that is of no interest
  process.on('uncaughtException', () => undefined);
  opened.disposeAsync().finally(() => process.exit(1));
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);

progress(`writing ${options.rows.toLocaleString('en')} records and ${options.datasets.toLocaleString('en')} listings`);
const [records, listings] = [join(folder, 'readings.csv'), join(folder, 'listings.csv')];
await Promise.all([makeRecords(records, options.rows), makeListings(listings, options.datasets)]);

progress('starting PostgreSQL, the gateway and a worker');
const database = await openBenchDatabase(folder);
opened.defer(() => database.stop());
const gateway = await startGateway(database.url, folder);
opened.defer(() => gateway.stop());
const worker = startWorker(database.url, folder);
await database.run(new URL('explore/peers.sql', import.meta.url));
const uid = await createRecordsDataset(gateway, records);

progress('publishing the records, filling the catalog, and filling the tables of the others');
const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1_000;
};
const [publishing, deriving] = await Promise.all([
  publish(gateway, uid, () => undefined),
  fillListings(database, listings).then(() =>
    // a start derives the entries of the catalog that are missing
    seconds(async () => (await startGateway(database.url, folder)).stop()),
  ),
  fillRecords(database, records),
]);
await worker.stop();
await database.runApart(['vacuum analyze catalog_entry', 'checkpoint']);

progress('starting the other servers');
const postgraphile = await startPostGraphile(database, { planner: customPlans, schemas: ['peer'] });
opened.defer(() => postgraphile.stop());
const ceiling = await startCeiling(database, { planner: customPlans, statements: '../explore/statements.ts' });
opened.defer(() => ceiling.stop());
const driver = startDriver();
opened.defer(() => {
  driver.stop();
});
const contenders: Contenders = { catalograph: gateway, typed: ceiling, postgraphile, json: ceiling };
const facts = await factsOfRecords(contenders, uid);

const operations: ExplorationResult[] = [];
const explorations = [...recordPages, ...recordCounts, ...searches];
for (const exploration of explorations) {
  progress(`comparing the results: ${exploration.title}`);
  // beyond the numbers of the rounds, so that nothing is remembered
  await checkResults(contenders, facts, exploration, 2_000 + operations.length);
}
const load = currentLoad();
for (const exploration of explorations) {
  progress(`${String(operations.length + 1)} of ${String(explorations.length)}: ${exploration.title}`);
  operations.push(await measureExploration({ database, driver }, options, contenders, facts, exploration));
}
progress('exporting the records, and asking for pages by REST');
const tools = { database, driver };
const exports = await measureExports(tools, gateway, uid, options);
const { rounds, together: roundSeconds, connections } = options;
const restPage = await measureRestPage(tools, gateway, uid, { rounds, seconds: roundSeconds, connections });
progress('');
const results = { operations, exports, restPage, databaseVersion: database.version, publishing, deriving, load };
printExploring(results);
if (options.write) writeExplorePage(results, options);
