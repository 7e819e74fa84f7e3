import type { BenchDatabase } from '../database/bench-database.ts';
import type { Options } from '../options.ts';
import type { Calls, Facts } from '../operations/operation.ts';
import { serverNames, type Caller, type Server, type ServerName } from '../servers/server.ts';
import { wireRequest, type Driver } from './driver.ts';
import { cpuOf, cpuOfFamily, memoryOf } from './process-usage.ts';

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

/** What a measurement is made with. */
export interface Bench {
  readonly options: Options;
  readonly database: BenchDatabase;
  readonly driver: Driver;
}

/** What is asked, and how: requests differ from round to round, so that every write changes something. */
export interface Question {
  readonly calls: Calls;
  readonly caller?: Caller | undefined;
  readonly facts: Facts;
}

const requestsPerRound = 4_000;
let turn = 0;

/** Drives each server once without measuring: a process has to compile its code and fill its caches first. */
export async function warmUp(bench: Bench, servers: readonly Server[], question: Question): Promise<void> {
  for (const server of servers) await runRound(bench, server, question, bench.options.warmUp);
}

/** Drives the servers in turns, each once unmeasured and then some rounds, and takes the median of the rounds. */
export async function measure(
  bench: Bench,
  servers: readonly Server[],
  question: Question,
): Promise<Partial<Record<ServerName, Measurement>>> {
  const { rounds, seconds } = bench.options;
  const found = new Map<ServerName, Measurement[]>(serverNames.map((name) => [name, []]));
  await warmUp(bench, servers, question);
  for (let round = 0; round < rounds; round += 1) {
    for (const server of servers) found.get(server.name)?.push(await runRound(bench, server, question, seconds));
  }
  return Object.fromEntries(servers.map(({ name }) => [name, together(found.get(name) ?? [])]));
}

async function runRound(
  { options, database, driver }: Bench,
  server: Server,
  { calls, caller, facts }: Question,
  seconds: number,
): Promise<Measurement> {
  turn += 1;
  const requests = Array.from({ length: requestsPerRound }, (_, at) =>
    wireRequest(server, calls[server.name](facts, turn * requestsPerRound + at), caller),
  );
  const before = { server: cpuOf(server.pid), database: cpuOfFamily(database.postmaster) };
  const result = await driver.drive({ origin: server.origin, connections: options.connections, seconds, requests });
  return {
    ...result,
    cpuServer: (cpuOf(server.pid) - before.server) / result.requests,
    cpuDatabase: (cpuOfFamily(database.postmaster) - before.database) / result.requests,
    memory: memoryOf(server.pid).now,
  };
}

function together(rounds: readonly Measurement[]): Measurement {
  const all = (part: (round: Measurement) => number) => median(rounds.map(part));
  return {
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
