import { openBenchDatabase } from './database/bench-database.ts';
import { addDatasetWithResources, fillCatalog } from './database/fill-catalog.ts';
import { startDriver } from './load/driver.ts';
import { measure, warmUp, type Bench } from './load/measure.ts';
import { memoryOf } from './load/process-usage.ts';
import { median } from './load/run-round.ts';
import { CatalogGrowth, measureChildren } from './measure-growth.ts';
import { checkAnswers } from './operations/check-answers.ts';
import { factsOfCatalog } from './operations/facts-of-catalog.ts';
import { fullTitle } from './operations/operation.ts';
import { operations } from './operations/operations.ts';
import { readOptions } from './options.ts';
import { writePerformancePage } from './report/performance-page.ts';
import type { OperationResult, Results } from './report/results.ts';
import { printResults, progress } from './report/terminal.ts';
import { scratchFolder } from './scratch.ts';
import { serverTitles, type Server } from './servers/server.ts';
import { coldStart, startGateway } from './servers/start-gateway.ts';
import { startCeiling, startPostGraphile } from './servers/start-others.ts';

/** Runs the bench: a catalog that grows, three servers on it, one process that drives them in turns. */
const options = readOptions(process.argv.slice(2));
const [small, usual, large] = options.sizes;
const folder = scratchFolder();

progress('starting PostgreSQL and the gateway, which migrates the database');
await using opened = new AsyncDisposableStack();
const stop = () => {
  // what is being measured fails now, and that is of no interest
  process.on('uncaughtException', () => undefined);
  opened.disposeAsync().finally(() => process.exit(1));
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
const database = await openBenchDatabase(folder);
opened.defer(() => database.stop());
const gateway = await startGateway(database.url, folder);
opened.defer(() => gateway.stop());
const driver = startDriver();
opened.defer(() => driver.stop());
const bench: Bench = { options, database, driver };

progress(`filling the catalog with ${small.toLocaleString('en')} datasets`);
await database.run('catalog.sql');
await database.run('postgraphile.sql');
await database.rows('select catalog_fill.people()');
await gateway.admitEditor('editor');
await fillCatalog(database, 1, small);
const growth = new CatalogGrowth();
progress('warming up the gateway');
await growth.begin(bench, gateway, small);
await growth.add(bench, gateway, small);

progress(`filling the catalog with ${usual.toLocaleString('en')} datasets`);
await fillCatalog(database, small + 1, usual);
await growth.add(bench, gateway, usual);

progress('cold starts');
const starts: number[] = [];
while (starts.length < options.coldStarts) starts.push(await coldStart(database.url, folder));

progress('starting the other servers');
const postgraphile = await startPostGraphile(database);
opened.defer(() => postgraphile.stop());
const ceiling = await startCeiling(database);
opened.defer(() => ceiling.stop());
const servers: readonly Server[] = [gateway, postgraphile, ceiling];
const facts = await factsOfCatalog(database, servers, usual);
for (const operation of operations) {
  progress(`comparing the answers: ${fullTitle(operation)}`);
  await checkAnswers(database, servers, facts, operation);
}

progress('warming up all servers');
for (const { calls, caller } of operations) await warmUp(bench, servers, { calls, caller, facts });

const compared: OperationResult[] = [];
for (const operation of operations) {
  progress(
    `${String(compared.length + 1)} of ${String(operations.length)}: ${fullTitle(operation)} (${Object.values(serverTitles).join(', ')} in turns)`,
  );
  compared.push({
    operation,
    measured: await measure(bench, servers, { calls: operation.calls, caller: operation.caller, facts }),
  });
}
const peakMemory = {
  gateway: memoryOf(gateway.pid).peak,
  postgraphile: memoryOf(postgraphile.pid).peak,
  ceiling: memoryOf(ceiling.pid).peak,
};

progress(`filling the catalog with ${large.toLocaleString('en')} datasets`);
await fillCatalog(database, usual + 1, large, true);
await growth.add(bench, gateway, large);

progress(`adding a dataset with ${options.manyResources.toLocaleString('en')} resources`);
const few = await addDatasetWithResources(database, large + 1, 10);
const many = await addDatasetWithResources(database, large + 2, options.manyResources);
const children = await measureChildren(bench, gateway, few, many, options.manyResources);

progress('');
const results: Results = {
  operations: compared,
  growth: [...growth.results, ...children],
  coldStart: median(starts),
  peakMemory,
  databaseVersion: database.version,
};
printResults(results);
if (options.write) writePerformancePage(results, options);
