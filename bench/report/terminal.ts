import { styleText } from 'node:util';
import { fullTitle } from '../operations/operation.ts';
import { aimsTable, judgeAims } from './aims.ts';
import { machine } from './machine.ts';
import type { OperationResult, Results } from './results.ts';
import { alignedTable, type Table } from './table.ts';
import { comparisonTable, editorsTable, growthTable } from './tables.ts';

const stream = { stream: process.stdout };
const bold = (text: string) => styleText('bold', text, stream);
const coloured = (line: string): string =>
  line
    .replace(/\breached\b/, (word) => styleText('green', word, stream))
    .replace(/\bmissed\b/, (word) => styleText('red', word, stream))
    .replace(/^.*\bCatalograph +\d.*$/, (row) => bold(row));

/** Prints a table below its title. */
export function printTable(title: string, table: Table): void {
  const [head = '', ...lines] = alignedTable(table);
  process.stdout.write(`\n${bold(title)}\n\n${[bold(head), ...lines.map(coloured)].join('\n')}\n`);
}

/** Prints what was found. */
export function printResults(results: Results): void {
  process.stdout.write(`\n${machine(results.databaseVersion)}\n`);
  printTable('Beside PostGraphile and SQL written by hand', comparisonTable(results.operations));
  if (results.growth.length > 0) printTable('Growth', growthTable(results.growth));
  if (results.editors.length > 0) printTable('Editors by rulesets', editorsTable(results.editors));
  // without the last column, which is for a page and not for a terminal
  const aims = aimsTable(judgeAims(results));
  printTable('Aims', { ...aims, head: aims.head.slice(0, 3), rows: aims.rows.map((row) => row.slice(0, 3)) });
  printFailures(results.operations);
}

/** Prints the requests that failed. */
export function printFailures(operations: readonly OperationResult[]): void {
  for (const { operation, measured } of operations) {
    for (const [name, { failures, failure = '' }] of Object.entries(measured)) {
      if (failures > 0)
        process.stdout.write(
          `\n${styleText('red', `${String(failures)} requests of ${name} failed in "${fullTitle(operation)}":`, stream)} ${failure}\n`,
        );
    }
  }
}

/** Tells how far the run is: one line that changes on a terminal, a line for each step elsewhere. */
export function progress(text: string): void {
  const seconds = `${(performance.now() / 1000) | 0}`.padStart(4);
  process.stderr.write(
    process.stderr.isTTY
      ? `\r\u001b[2K${text === '' ? '' : `${seconds} s  ${text}`}`
      : text === ''
        ? ''
        : `${seconds} s  ${text}\n`,
  );
}
