import { setTimeout as pause } from 'node:timers/promises';
import { startDriver, wireRequest } from '../load/driver.ts';
import { watchMemory } from '../load/process-usage.ts';
import { graph } from '../operations/operation.ts';
import type { Call, Server } from '../servers/server.ts';
import { stationAt } from './make-records.ts';

/** What was noticed beside callers without a key who ask for the most that is allowed. Milliseconds; memory of all processes of the gateway in MB. */
export interface MeasuredWorst {
  readonly keyedP50: number;
  readonly keyedP99: number;
  readonly keyedFailures: number;
  readonly memory: number;
  /** The answers to the callers without a key, and how many of them were refusals. */
  readonly answered: number;
  readonly refused: number;
  /** The first refusal: its line of status. */
  readonly refusal: string | undefined;
  /** Why the first request of the caller with the key failed. */
  readonly failure: string | undefined;
}

const crowdSize = 20;

/** Queries over all records that need much memory and time. The number makes each a new one. */
const worst: readonly ((at: number) => Readonly<Record<string, string>>)[] = [
  (at) => ({
    select: 'count(distinct remark) as n, median(price) as m, count(distinct title) as t',
    where: `reading > ${String(at)}`,
    group_by: 'sensor',
    order_by: 'n desc',
    limit: '10000',
  }),
  (at) => ({ order_by: 'remark desc, title', where: `reading > ${String(at)}`, limit: '100', offset: '9800' }),
  (at) => ({ select: 'count(distinct remark) as n, count(distinct title) as t', where: `reading > ${String(at)}` }),
  (at) => ({
    where: `search("${stationAt(at % 5_000)}") or remark like "*${String(at)}*"`,
    order_by: 'humidity, title',
  }),
  (at) => ({
    select: 'title, remark, count(*) as n, avg(temperature * price) as m',
    group_by: 'title, remark',
    order_by: 'm',
    limit: String(10_000 + at),
  }),
];

/** Asks as twenty callers without a key, and as one with a key, for some seconds. */
export async function measureWorst(gateway: Server, uid: string, seconds: number): Promise<MeasuredWorst> {
  const path = `/api/explore/v2.1/catalog/datasets/${uid}/records?`;
  const worstAt = (at: number): Call => ({
    path: path + new URLSearchParams(worst[at % worst.length]?.(at) ?? {}).toString(),
  });
  const page = `query ($uid: ID!, $station: String!) { catalogDataset(by: { uid: $uid }) { records(first: 20,
    filter: { field: "station", text: { equals: $station } }, orderBy: [{ field: "taken", direction: DESC }]) { nodes { values } } } }`;
  const pageAt = (at: number): Call => graph(page, { uid, station: stationAt((at * 7) % 5_000) });
  const [crowd, keyed] = [startDriver(), startDriver()];
  const order = (callAt: (at: number) => Call, caller: 'anonymous' | 'administrator', connections: number) => ({
    origin: gateway.origin,
    connections,
    requests: Array.from({ length: 5_000 }, (_, at) => wireRequest(gateway, callAt(at), caller)),
  });
  try {
    const { result, most } = await watchMemory(gateway.pid, async () => {
      const crowded = crowd.drive({ ...order(worstAt, 'anonymous', crowdSize), seconds: seconds + 1 });
      await pause(1_000);
      const read = await keyed.drive({ ...order(pageAt, 'administrator', 2), seconds });
      return { read, crowd: await crowded };
    });
    return {
      keyedP50: result.read.p50,
      keyedP99: result.read.p99,
      keyedFailures: result.read.failures,
      failure: result.read.failure,
      memory: most,
      answered: result.crowd.requests,
      refused: result.crowd.failures,
      refusal: result.crowd.failure?.split('\r\n')[0],
    };
  } finally {
    crowd.stop();
    keyed.stop();
  }
}
