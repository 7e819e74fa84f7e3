import type { BenchDatabase } from '../database/bench-database.ts';
import type { Server } from '../servers/server.ts';
import type { Driver } from './driver.ts';
import { cpuOf, cpuOfFamily, memoryOf } from './process-usage.ts';
import type { RoundOrder } from './round.ts';

/** How one server did with one operation. Times in milliseconds, CPU per request, memory in MB. */
export interface Measurement {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuServer: number;
  readonly cpuDatabase: number;
  readonly memory: number;
  readonly failures: number;
  readonly failure?: string | undefined;
}

/** The medians of some rounds, and the rounds. */
export interface Measurements extends Measurement {
  readonly rounds: readonly Measurement[];
}

/** What a round is run with. */
export interface RoundTools {
  readonly database: BenchDatabase;
  readonly driver: Driver;
}

/** Sends requests to a server for some seconds, and measures the server and the database meanwhile. */
export async function runRound(
  { database, driver }: RoundTools,
  server: Server,
  order: Omit<RoundOrder, 'origin'>,
): Promise<Measurement> {
  const before = { server: cpuOf(server.pid), database: cpuOfFamily(database.postmaster) };
  const result = await driver.drive({ origin: server.origin, ...order });
  return {
    ...result,
    cpuServer: (cpuOf(server.pid) - before.server) / result.requests,
    cpuDatabase: (cpuOfFamily(database.postmaster) - before.database) / result.requests,
    memory: memoryOf(server.pid).now,
  };
}

/** The median of rounds, figure by figure. */
export function medianOf(rounds: readonly Measurement[]): Measurements {
  const all = (part: (round: Measurement) => number) => median(rounds.map(part));
  return {
    rounds,
    perSecond: all(({ perSecond }) => perSecond),
    p50: all(({ p50 }) => p50),
    p99: all(({ p99 }) => p99),
    cpuServer: all(({ cpuServer }) => cpuServer),
    cpuDatabase: all(({ cpuDatabase }) => cpuDatabase),
    memory: Math.max(...rounds.map(({ memory }) => memory)),
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
    failure: rounds.find(({ failure }) => failure !== undefined)?.failure,
  };
}

/** The middle of some numbers. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
