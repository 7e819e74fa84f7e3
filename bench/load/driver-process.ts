import { useConnection, type Answered } from './connection.ts';
import { percentile } from './percentile.ts';
import type { RoundOrder, RoundResult } from './round.ts';

/** Drives a server from a process of its own: as many connections as ordered, each with one request at a time. */
async function drive({ origin, connections, seconds, requests, count = Infinity }: RoundOrder): Promise<RoundResult> {
  const { hostname, port } = new URL(origin);
  const prepared = requests.map((request) => Buffer.from(request));
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let [sent, failures] = [0, 0];
  let failure: string | undefined;

  const next = () => {
    if (performance.now() >= end || sent >= count) return undefined;
    sent += 1;
    return prepared[(sent - 1) % prepared.length];
  };
  const answered = (answer: Answered) => {
    times.push(answer.at - answer.sentAt);
    if (answer.failure === undefined) return;
    failures += 1;
    failure ??= answer.failure;
  };
  const paces = await Promise.all(
    Array.from({ length: connections }, async () => {
      let own = 0;
      await useConnection(hostname, Number(port), next, (answer) => {
        own += 1;
        answered(answer);
      });
      return (own / (performance.now() - start)) * 1000;
    }),
  );

  times.sort((a, b) => a - b);
  return {
    perSecond: paces.reduce((sum, pace) => sum + pace, 0),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    requests: sent,
    failures,
    failure,
  };
}

process.on('message', (order: RoundOrder) => {
  drive(order).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      throw error;
    },
  );
});
process.on('disconnect', () => process.exit());
