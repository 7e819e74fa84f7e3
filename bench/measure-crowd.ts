import { setTimeout as pause } from 'node:timers/promises';
import { startDriver, wireRequest } from './load/driver.ts';
import type { Bench } from './load/measure.ts';
import { memoryOf } from './load/process-usage.ts';
import { graph, uidAt, type Facts } from './operations/operation.ts';
import { worstRequests } from './operations/worst-requests.ts';
import type { CrowdResult } from './report/results.ts';
import { progress } from './report/terminal.ts';
import type { Call, Caller, Server } from './servers/server.ts';

/** How many callers without a key send the costliest requests at a time. */
const crowdSize = 20;

/** Measures what a caller with a key and a health check notice while callers without one ask for the most that is allowed. */
export async function measureCrowd(bench: Bench, gateway: Server, facts: Facts): Promise<CrowdResult[]> {
  const seconds = bench.options.crowdSeconds;
  const read = graph('query One($uid: ID!) { dataset(by: { uid: $uid }) { uid datasetId metadata } }', {
    uid: uidAt(facts, 0),
  });
  const drivers = [startDriver(), startDriver(), startDriver()] as const;
  const [crowd, keyed, health] = drivers;
  const order = (call: Call, caller: Caller, connections: number, lead = 0) => ({
    origin: gateway.origin,
    connections,
    seconds: seconds + lead,
    requests: [wireRequest(gateway, call, caller)],
  });
  const results: CrowdResult[] = [];
  try {
    for (const { title, call } of worstRequests) {
      progress(`beside ${String(crowdSize)} callers without a key: ${title}`);
      const crowded = crowd.drive(order(call, 'anonymous', crowdSize, 1));
      await pause(1_000);
      const [read99, ready99] = await Promise.all([
        keyed.drive(order(read, 'administrator', 4)),
        health.drive(order({ path: '/readyz' }, 'anonymous', 1)),
      ]);
      const crowdResult = await crowded;
      const memory = memoryOf(gateway.pid).peak;
      results.push({ title, keyed: read99, health: ready99, crowd: crowdResult, memory });
    }
  } finally {
    for (const driver of drivers) driver.stop();
  }
  return results;
}
