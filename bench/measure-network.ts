import { join } from 'node:path';
import { measure, type Bench } from './load/measure.ts';
import { chosen, fullTitle, type Facts } from './operations/operation.ts';
import { networkDelayMs, networkOperations } from './operations/network.ts';
import type { OperationResult } from './report/results.ts';
import { progress } from './report/terminal.ts';
import { startGateway } from './servers/start-gateway.ts';
import { startCeiling, startPostGraphile } from './servers/start-others.ts';
import { startRelay } from './servers/start-relay.ts';

/** Measures servers of their own whose database is a millisecond away. */
export async function measureNetwork(bench: Bench, folder: string, facts: Facts): Promise<OperationResult[]> {
  const operations = chosen(networkOperations, bench.options.only);
  if (operations.length === 0) return [];
  progress('starting servers with a network before the database');
  await using opened = new AsyncDisposableStack();
  const database = await startRelay(bench.database, networkDelayMs);
  opened.defer(() => database.stop());
  const servers = await Promise.all([
    startGateway(database.url, join(folder, 'network')),
    startPostGraphile(database),
    startCeiling(database),
  ]);
  for (const server of servers) opened.defer(() => server.stop());

  const results: OperationResult[] = [];
  for (const operation of operations) {
    progress(fullTitle(operation));
    results.push({ operation, measured: await measure(bench, servers, { ...operation, facts }) });
  }
  return results;
}
