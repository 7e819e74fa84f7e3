import { setTimeout as pause } from 'node:timers/promises';
import { percentile } from '../load/percentile.ts';
import { ask, type Call, type Server } from '../servers/server.ts';

/** How a gateway answered while something else was going on, in milliseconds. */
export interface Latencies {
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
  readonly requests: number;
}

const perSecond = 50;
const call: Call = {
  path: '/graphql',
  body: {
    query:
      '{ datasets(first: 20) { totalCount nodes { uid datasetId metadata resources(first: 5) { nodes { uid title } } } } }',
  },
};

/** Asks a gateway for a list fifty times a second, whether or not it has answered, until the work has ended. */
export async function askMeanwhile(gateway: Server, work: Promise<unknown>): Promise<Latencies> {
  const taken: number[] = [];
  const asked: Promise<unknown>[] = [];
  let goesOn = true;
  const ended = watched(
    work.finally(() => {
      goesOn = false;
    }),
  );
  for (let next = performance.now(); goesOn; next += 1000 / perSecond) {
    await pause(Math.max(0, next - performance.now()));
    const begin = performance.now();
    asked.push(
      watched(
        ask(gateway, call).then(() => {
          taken.push(performance.now() - begin);
        }),
      ),
    );
  }
  await Promise.all([ended, ...asked]);
  const sorted = taken.toSorted((a, b) => a - b);
  return {
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    most: percentile(sorted, 1),
    requests: sorted.length,
  };
}

/** A failure before it is awaited must not end the process: the servers would stay. */
function watched<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {
    /* Whoever awaits it is told. */
  });
  return work;
}
