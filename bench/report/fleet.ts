import { readFileSync, writeFileSync } from 'node:fs';
import { machine } from './machine.ts';
import { markdownTable, numberText, type Table } from './table.ts';
import { printTable } from './terminal.ts';

/** What some gateways did together. CPU in milliseconds per request. */
export interface FleetResult {
  readonly title: string;
  readonly count: number;
  readonly hasReplica: boolean;
  readonly perSecond: number;
  readonly cpuGateway: number;
  readonly cpuPrimary: number;
  readonly cpuReplica: number;
}

const tableOf = (results: readonly FleetResult[]): Table => ({
  head: [
    'reading',
    'servers',
    'requests/s',
    'gateways CPU ms',
    'primary CPU ms',
    'replica CPU ms',
    'requests per second of the primary',
  ],
  words: 2,
  rows: results.map(({ title, count, hasReplica, perSecond, cpuGateway, cpuPrimary, cpuReplica }) => [
    count === 1 && !hasReplica ? title : '',
    `${String(count)} ${count === 1 ? 'gateway' : 'gateways'}${hasReplica ? ', replica' : ''}`,
    numberText(perSecond),
    numberText(cpuGateway),
    numberText(cpuPrimary),
    hasReplica ? numberText(cpuReplica) : '–',
    numberText(1_000 / cpuPrimary),
  ]),
});

/** Prints what was found. */
export function printFleet(results: readonly FleetResult[]): void {
  printTable('Several gateways and a replica', tableOf(results));
}

const begin = '<!-- bench:fleet -->';
const end = '<!-- end of bench:fleet -->';

/** Writes the table between its marks in docs/performance.md. */
export function writeFleetSection(results: readonly FleetResult[], databaseVersion: string, datasets: number): void {
  const page = new URL('../../docs/performance.md', import.meta.url);
  const text = readFileSync(page, 'utf8');
  const section = [
    begin,
    '',
    `Written by \`npm run bench:fleet -- --write\` on ${new Date().toISOString().slice(0, 10)}: ${machine(databaseVersion)}; ${datasets.toLocaleString('en')} datasets.`,
    '',
    ...markdownTable(tableOf(results)),
    '',
    end,
  ].join('\n');
  if (!text.includes(begin)) throw new Error(`docs/performance.md has no "${begin}".`);
  writeFileSync(page, text.slice(0, text.indexOf(begin)) + section + text.slice(text.indexOf(end) + end.length));
}
