import { addDatasetWithResources, fillCatalog } from './database/fill-catalog.ts';
import type { BenchDatabase } from './database/bench-database.ts';
import { measure, warmUp, type Bench } from './load/measure.ts';
import { memoryOf } from './load/process-usage.ts';
import { median } from './load/run-round.ts';
import { measureCrowd } from './measure-crowd.ts';
import { measureEditors } from './measure-editors.ts';
import { CatalogGrowth, measureChildren } from './measure-growth.ts';
import { measureNetwork } from './measure-network.ts';
import { measureStreams } from './measure-streams.ts';
import { checkAnswers } from './operations/check-answers.ts';
import { factsOfCatalog } from './operations/facts-of-catalog.ts';
import { chosen, fullTitle, serversOf, type Facts, type Operation } from './operations/operation.ts';
import { operations as allOperations } from './operations/operations.ts';
import type { Options } from './options.ts';
import { startWithCatalog } from './prepare-catalog.ts';
import type { OperationResult, Results } from './report/results.ts';
import { progress } from './report/terminal.ts';
import { serverTitles, type Server } from './servers/server.ts';
import { coldStart, type Gateway } from './servers/start-gateway.ts';
import { startCeiling, startPostGraphile, startSecured } from './servers/start-others.ts';

/** Measures the servers beside each other on a catalog that grows. */
export async function compareServers(bench: Bench, folder: string, opened: AsyncDisposableStack): Promise<Results> {
  const { options, database } = bench;
  const [small, usual, large] = options.sizes;
  const operations = chosen(allOperations, options.only);
  const isWhole = options.only === undefined;

  progress(`starting the gateway and filling the catalog with ${small.toLocaleString('en')} datasets`);
  const gateway = await startWithCatalog(database, folder);
  opened.defer(() => gateway.stop());
  await database.run('postgraphile.sql');
  await database.run('row-security.sql');
  await fillCatalog(database, 1, small);
  const growth = new CatalogGrowth(options.only);
  await growth.begin(bench, gateway, small);
  await growth.add(bench, gateway, small);

  progress(`filling the catalog with ${usual.toLocaleString('en')} datasets`);
  await fillCatalog(database, small + 1, usual);
  await growth.add(bench, gateway, usual);
  const coldStarts = isWhole ? await measureColdStarts(database, folder, options.coldStarts) : [];

  const servers = await startOthers(database, gateway, opened);
  const facts = await factsOfCatalog(database, servers, usual);
  const compared = await compareOperations(bench, servers, operations, facts);
  const peakMemory = Object.fromEntries(servers.map(({ name, pid }) => [name, memoryOf(pid).peak]));

  // The crowds come after the streams: V8 keeps the memory that they make it take for a while.
  const withStreams = await measureStreams(bench, gateway, facts);
  const crowds = isWhole ? await measureCrowd(bench, gateway, facts) : [];
  // The gateway behind the network claims the database for its own data folder, so the first one is not ready from then on.
  const underConditions = [...withStreams, ...(await measureNetwork(bench, folder, facts))];
  const { children, editors } = isWhole
    ? await growLarge(bench, gateway, growth, [usual, large])
    : { children: [], editors: [] };
  return {
    operations: [...compared, ...underConditions],
    growth: [...growth.results, ...children],
    crowds,
    editors,
    coldStart: median(coldStarts),
    peakMemory,
    databaseVersion: database.version,
  };
}

async function measureColdStarts(database: BenchDatabase, folder: string, count: number): Promise<number[]> {
  progress('cold starts');
  const starts: number[] = [];
  while (starts.length < count) starts.push(await coldStart(database.url, `${folder}/gateway`));
  return starts;
}

async function startOthers(
  database: BenchDatabase,
  gateway: Gateway,
  opened: AsyncDisposableStack,
): Promise<readonly Server[]> {
  progress('starting the other servers');
  const others = await Promise.all([startPostGraphile(database), startSecured(database), startCeiling(database)]);
  for (const other of others) opened.defer(() => other.stop());
  return [gateway, ...others];
}

/** Compares the answers to all operations, then measures each of them. */
async function compareOperations(
  bench: Bench,
  servers: readonly Server[],
  operations: readonly Operation[],
  facts: Facts,
): Promise<OperationResult[]> {
  for (const operation of operations) {
    progress(`comparing the answers: ${fullTitle(operation)}`);
    await checkAnswers(bench.database, serversOf(operation, servers), facts, operation);
  }
  if (!bench.options.quick) {
    progress('warming up all servers');
    for (const operation of operations) await warmUp(bench, serversOf(operation, servers), { ...operation, facts });
  }

  const compared: OperationResult[] = [];
  for (const operation of operations) {
    const asked = askedServers(bench.options, operation, servers);
    const names = asked.map(({ name }) => serverTitles[name]).join(', ');
    progress(`${String(compared.length + 1)} of ${String(operations.length)}: ${fullTitle(operation)} (${names})`);
    compared.push({ operation, measured: await measure(bench, asked, { ...operation, facts }) });
    if (operation.cleanUp !== undefined) await bench.database.rows(operation.cleanUp);
  }
  return compared;
}

/** The servers that are measured; row security, in a trial, only where it decides what the caller sees. */
const askedServers = ({ quick }: Options, operation: Operation, servers: readonly Server[]): readonly Server[] =>
  serversOf(operation, servers).filter(
    ({ name }) => !quick || name !== 'secured' || operation.aims.secured !== undefined,
  );

/** Goes on with the large catalog, with datasets of few and of many resources, and with editors by rulesets. */
async function growLarge(
  bench: Bench,
  gateway: Gateway,
  growth: CatalogGrowth,
  [usual, large]: readonly [number, number],
) {
  const { database, options } = bench;
  progress(`filling the catalog with ${large.toLocaleString('en')} datasets`);
  await fillCatalog(database, usual + 1, large, true);
  await growth.add(bench, gateway, large);
  progress(`adding a dataset with ${options.manyResources.toLocaleString('en')} resources`);
  const few = await addDatasetWithResources(database, large + 1, 20);
  const many = await addDatasetWithResources(database, large + 2, options.manyResources);
  const children = await measureChildren(bench, gateway, few, many, options.manyResources);
  return { children, editors: await measureEditors(bench, gateway) };
}
