import type { Options } from '../options.ts';
import type { Calls, Facts } from '../operations/operation.ts';
import type { Caller, Server, ServerName } from '../servers/server.ts';
import { wireRequest } from './driver.ts';
import { medianOf, runRound, type Measurement, type Measurements, type RoundTools } from './run-round.ts';

/** What a measurement is made with. */
export interface Bench extends RoundTools {
  readonly options: Options;
}

/** What is asked, and how: requests differ from round to round, so that every write changes something. */
export interface Question {
  readonly calls: Calls;
  readonly caller?: Caller | undefined;
  readonly facts: Facts;
}

/** The most requests of a round that are different, and how many are enough for a second of it. */
const maxRequests = 4_000;
const requestsPerSecond = 2_000;
let turn = 0;

/**
 * A round ends with the answers to its last requests. A server that takes this many times longer than the round was to last
 * is not warmed up any further, and is measured for fewer rounds: none of its answers depends on how warm it is.
 */
const slow = { times: 5, rounds: 3 } as const;

/** Drives each server once without measuring: a process has to compile its code and fill its caches first. */
export async function warmUp(bench: Bench, servers: readonly Server[], question: Question): Promise<void> {
  for (const server of servers) await askRound(bench, server, question, bench.options.warmUp);
}

/** Drives a server until two rounds in a row agree on its pace, or until there were too many of them. */
async function steady(bench: Bench, server: Server, question: Question): Promise<void> {
  const { warmUp: seconds, maxWarmUps, agreement } = bench.options;
  let last = 0;
  for (let round = 0; round < maxWarmUps; round += 1) {
    const { perSecond, isSlow } = await askRound(bench, server, question, seconds);
    if (isSlow || Math.abs(perSecond - last) <= agreement * last) return;
    last = perSecond;
  }
}

/** Drives the servers in turns, each first until it is steady, and takes the median of the rounds. */
export async function measure(
  bench: Bench,
  servers: readonly Server[],
  question: Question,
): Promise<Partial<Record<ServerName, Measurements>>> {
  const measured = await measureInTurns(
    bench,
    servers.map((server) => ({ server, question })),
  );
  return Object.fromEntries(servers.map(({ name }, at) => [name, measured[at]]));
}

/** Puts a question to each server in turns, as `measure` does; one server may be asked on behalf of several callers. */
export async function measureInTurns(
  bench: Bench,
  asked: readonly { readonly server: Server; readonly question: Question }[],
): Promise<Measurements[]> {
  const { rounds, seconds } = bench.options;
  const each = asked.map((one) => ({ ...one, found: [] as AskedRound[] }));
  for (const { server, question } of each) await steady(bench, server, question);
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, question, found } of rotated(each, round)) {
      const isDone = found.length >= slow.rounds && found.every(({ isSlow }) => isSlow);
      if (!isDone) found.push(await askRound(bench, server, question, seconds));
    }
  }
  return each.map(({ found }) => medianOf(found));
}

/** The same in the order of a round: who is first changes, so that no server always follows the same one. */
export const rotated = <Item>(items: readonly Item[], round: number): readonly Item[] => [
  ...items.slice(round % items.length),
  ...items.slice(0, round % items.length),
];

interface AskedRound extends Measurement {
  readonly isSlow: boolean;
}

async function askRound(
  bench: Bench,
  server: Server,
  { calls, caller, facts }: Question,
  seconds: number,
): Promise<AskedRound> {
  turn += 1;
  const callOf = calls[server.dialect];
  if (!callOf) throw new Error(`${server.name} is not asked this.`);
  const requests = Array.from({ length: Math.min(maxRequests, seconds * requestsPerSecond) }, (_, index) => {
    const at = turn * maxRequests + index;
    return wireRequest(server, callOf(facts, at), caller, at);
  });
  const begin = performance.now();
  const measurement = await runRound(bench, server, { requests, seconds, connections: bench.options.connections });
  return { ...measurement, isSlow: performance.now() - begin > slow.times * seconds * 1_000 };
}
