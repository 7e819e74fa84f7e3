import { measure, type Bench } from './load/measure.ts';
import { openStatusStreams } from './load/status-streams.ts';
import { chosen, fullTitle, type Facts } from './operations/operation.ts';
import { streamCount, streamOperations } from './operations/streams.ts';
import type { OperationResult } from './report/results.ts';
import { progress } from './report/terminal.ts';
import type { Gateway } from './servers/start-gateway.ts';

/** Measures the gateway while clients follow the status of datasets. */
export async function measureStreams(bench: Bench, gateway: Gateway, facts: Facts): Promise<OperationResult[]> {
  const results: OperationResult[] = [];
  for (const operation of chosen(streamOperations, bench.options.only)) {
    progress(fullTitle(operation));
    const streams = await openStatusStreams(gateway, facts.uids.slice(0, streamCount));
    results.push({ operation, measured: await measure(bench, [gateway], { ...operation, facts }) });
    streams.stop();
  }
  return results;
}
