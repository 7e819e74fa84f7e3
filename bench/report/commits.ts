import type { CommitsResult } from '../compare-commits.ts';
import type { Measurement } from '../load/run-round.ts';
import { median } from '../load/run-round.ts';
import { fullTitle } from '../operations/operation.ts';
import { machine } from './machine.ts';
import type { OperationResult } from './results.ts';
import { numberText, type Table } from './table.ts';
import { printFailures, printTable } from './terminal.ts';

/** A figure of this commit as a multiple of the other's, round by round. */
function ratios({ measured }: OperationResult, figure: (round: Measurement) => number): readonly number[] {
  const before = measured.baseline?.rounds ?? [];
  return (measured.gateway?.rounds ?? []).map((round, at) => {
    const other = before[at];
    return other ? figure(round) / figure(other) : NaN;
  });
}

/** Two commits side by side. A ratio is the median over pairs of rounds, between the least and the most of them. */
const pairedTable = ({ baseline, operations }: CommitsResult): Table => ({
  head: ['operation', `requests/s at ${baseline}`, 'now', '×', 'least–most', '× CPU', '× database CPU'],
  rows: operations.map((result) => {
    const paces = ratios(result, ({ perSecond }) => perSecond);
    return [
      fullTitle(result.operation),
      numberText(result.measured.baseline?.perSecond),
      numberText(result.measured.gateway?.perSecond),
      numberText(median(paces)),
      `${numberText(Math.min(...paces))}–${numberText(Math.max(...paces))}`,
      numberText(median(ratios(result, ({ cpuServer }) => cpuServer))),
      numberText(median(ratios(result, ({ cpuDatabase }) => cpuDatabase))),
    ];
  }),
});

/** Prints how this commit compares with another one. */
export function printCommits(results: CommitsResult): void {
  process.stdout.write(`\n${machine(results.databaseVersion)}\n`);
  printTable(`This commit beside ${results.baseline}`, pairedTable(results));
  for (const { operation, reason } of results.unanswered)
    process.stdout.write(`\n${results.baseline} cannot answer "${fullTitle(operation)}": ${reason}\n`);
  printFailures(results.operations);
}
