import { fillCatalog } from './database/fill-catalog.ts';
import { measure, warmUp, type Bench } from './load/measure.ts';
import { factsOfCatalog } from './operations/facts-of-catalog.ts';
import { chosen, fullTitle, type Facts, type Operation } from './operations/operation.ts';
import { operations as allOperations } from './operations/operations.ts';
import { startWithCatalog } from './prepare-catalog.ts';
import type { OperationResult } from './report/results.ts';
import { progress } from './report/terminal.ts';
import { buildCommit } from './servers/build-commit.ts';
import { ask } from './servers/server.ts';
import type { Gateway } from './servers/start-gateway.ts';

/** What two commits came to. */
export interface CommitsResult {
  /** The commit that this one is compared with. */
  readonly baseline: string;
  readonly operations: readonly OperationResult[];
  /** Operations that the other commit cannot answer, with the beginning of its answer. */
  readonly unanswered: readonly { readonly operation: Operation; readonly reason: string }[];
  readonly databaseVersion: string;
}

/** Drives the gateways of two commits in turns, each on a database of its own with the same catalog. */
export async function compareCommits(
  bench: Bench,
  ref: string,
  folder: string,
  opened: AsyncDisposableStack,
): Promise<CommitsResult> {
  progress(`building ${ref}`);
  const baseline = await buildCommit(ref, folder);
  opened.defer(() => baseline.remove());
  const [, usual] = bench.options.sizes;

  progress(`starting two gateways and filling two catalogs with ${usual.toLocaleString('en')} datasets`);
  const other = await bench.database.another('baseline');
  opened.defer(() => other.stop());
  const before = await startWithCatalog(other, folder, { name: 'baseline', root: baseline.root });
  opened.defer(() => before.stop());
  const now = await startWithCatalog(bench.database, folder);
  opened.defer(() => now.stop());
  for (const database of [other, bench.database]) await fillCatalog(database, 1, usual);
  const gateways = [now, before];
  const facts = await factsOfCatalog(bench.database, [now], usual);

  const operations: OperationResult[] = [];
  const unanswered: { operation: Operation; reason: string }[] = [];
  const answered: Operation[] = [];
  for (const operation of chosen(allOperations, bench.options.only)) {
    await answers(now, operation, facts);
    const reason = await answers(before, operation, facts).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    if (reason === undefined) answered.push(operation);
    else unanswered.push({ operation, reason });
  }
  if (!bench.options.quick) {
    progress('warming up both gateways');
    for (const operation of answered) await warmUp(bench, gateways, { ...operation, facts });
  }
  for (const operation of answered) {
    progress(`${String(operations.length + 1)} of ${String(answered.length)}: ${fullTitle(operation)}`);
    operations.push({ operation, measured: await measure(bench, gateways, { ...operation, facts }) });
    if (operation.cleanUp !== undefined)
      for (const database of [bench.database, other]) await database.rows(operation.cleanUp);
  }
  return { baseline: baseline.name, operations, unanswered, databaseVersion: bench.database.version };
}

const answers = (gateway: Gateway, { calls, caller }: Operation, facts: Facts): Promise<unknown> =>
  ask(gateway, calls.gateway(facts, 0), caller);
