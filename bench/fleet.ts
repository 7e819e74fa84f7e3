import { join } from 'node:path';
import { replicatedServer } from '../test/support/database/replica.ts';
import { createDatabase } from './database/bench-database.ts';
import { fillCatalog } from './database/fill-catalog.ts';
import { startDriver, wireRequest, type Driver } from './load/driver.ts';
import { cpuOf, cpuOfFamily } from './load/process-usage.ts';
import { median } from './load/run-round.ts';
import { datasetOperations } from './operations/datasets.ts';
import { factsOfCatalog } from './operations/facts-of-catalog.ts';
import { chosen, fullTitle, type Facts, type Operation } from './operations/operation.ts';
import { startWithCatalog } from './prepare-catalog.ts';
import { printFleet, writeFleetSection, type FleetResult } from './report/fleet.ts';
import { progress } from './report/terminal.ts';
import { scratchFolder } from './scratch.ts';
import { startGateway, type Gateway } from './servers/start-gateway.ts';

/** Measures reads with several gateways, without a replica and with one. */
const datasets = 10_000;
const [rounds, seconds, connections] = [5, 1, 32];
const folder = scratchFolder();
await using opened = new AsyncDisposableStack();

progress('starting a primary and a replica');
const servers = await replicatedServer();
opened.defer(() => servers.stop());
const database = await createDatabase(servers.url, 'bench', () => Promise.resolve());
opened.defer(() => database.stop());
const postmasterOf = async (server: 'primary' | 'replica'): Promise<number> =>
  parseInt(String((await servers.ask(server, `select pg_read_file('postmaster.pid') as text`))[0]?.['text']), 10);
const postmasters = [await postmasterOf('primary'), await postmasterOf('replica')] as const;

progress(`filling a catalog with ${datasets.toLocaleString('en')} datasets`);
const first = await startWithCatalog(database, folder);
await fillCatalog(database, 1, datasets);
const facts = await factsOfCatalog(database, [first], datasets);
await first.stop();
await servers.catchUp();

const results: FleetResult[] = [];
for (const operation of chosen(datasetOperations, /^(one dataset|list of 20 with)/)) {
  for (const hasReplica of [false, true]) {
    for (const count of [1, 2, 4]) {
      progress(`${fullTitle(operation)}: ${String(count)} gateways${hasReplica ? ' and a replica' : ''}`);
      results.push({
        title: fullTitle(operation),
        count,
        hasReplica,
        ...(await measureFleet(operation, count, hasReplica)),
      });
    }
  }
}
progress('');
printFleet(results);
if (process.argv.includes('--write')) writeFleetSection(results, database.version, datasets);

/** The medians of some rounds: requests per second, and CPU per request of the gateways, the primary and the replica. */
async function measureFleet(operation: Operation, count: number, hasReplica: boolean) {
  await using started = new AsyncDisposableStack();
  const replica = `${servers.directReplicaUrl.replace(/\/postgres$/, '')}/bench`;
  const settings = hasReplica ? { DATABASE_REPLICA_URL: replica } : {};
  const gateways: Gateway[] = [];
  const drivers: Driver[] = [];
  for (let number = 0; number < count; number += 1) {
    gateways.push(await startGateway(database.url, folder, { settings }));
    drivers.push(startDriver());
  }
  for (const gateway of gateways) started.defer(() => gateway.stop());
  for (const driver of drivers)
    started.defer(() => {
      driver.stop();
    });
  const round = () => driveAll(operation, gateways, drivers, facts);
  await round();
  const found = [];
  while (found.length < rounds) found.push(await round());
  const middle = (part: keyof (typeof found)[number]) => median(found.map((each) => each[part]));
  return {
    perSecond: middle('perSecond'),
    cpuGateway: middle('cpuGateway'),
    cpuPrimary: middle('cpuPrimary'),
    cpuReplica: middle('cpuReplica'),
  };
}

/** Sends requests to all gateways at the same time, over as many connections in all as to a single one. */
async function driveAll(operation: Operation, gateways: readonly Gateway[], drivers: readonly Driver[], known: Facts) {
  const usage = () => ({
    gateway: gateways.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    primary: cpuOfFamily(postmasters[0]),
    replica: cpuOfFamily(postmasters[1]),
  });
  const before = usage();
  const driven = await Promise.all(
    gateways.map((gateway, at) => {
      const requests = Array.from({ length: 4_000 }, (_, index) =>
        wireRequest(gateway, operation.calls.gateway(known, index), operation.caller, index),
      );
      return drivers[at]?.drive({
        origin: gateway.origin,
        connections: connections / gateways.length,
        seconds,
        requests,
      });
    }),
  );
  const after = usage();
  const sum = (part: 'perSecond' | 'requests' | 'failures') =>
    driven.reduce((total, result) => total + (result?.[part] ?? NaN), 0);
  if (sum('failures') > 0) throw new Error(driven.find((result) => result?.failure !== undefined)?.failure);
  const perRequest = (part: keyof typeof before) => (after[part] - before[part]) / sum('requests');
  return {
    perSecond: sum('perSecond'),
    cpuGateway: perRequest('gateway'),
    cpuPrimary: perRequest('primary'),
    cpuReplica: perRequest('replica'),
  };
}
