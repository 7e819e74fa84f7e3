import { writeFileSync } from 'node:fs';
import { median } from '../load/run-round.ts';
import type { Latencies } from '../publishing/watch-gateway.ts';
import { machine } from './machine.ts';
import { alignedTable, markdownTable, numberText, type Table } from './table.ts';

/** A file published several times over, beside the same file loaded with nothing in between. */
export interface Publication {
  readonly rows: number;
  readonly bytes: number;
  readonly rounds: readonly {
    readonly ceilingSeconds: number;
    /** Until all records were written; the rest creates indexes. */
    readonly loadSeconds: number;
    readonly seconds: number;
    readonly latencies: Latencies;
  }[];
  /** In MB. */
  readonly workerPeak: number;
  readonly gatewayPeak: number;
  readonly databaseVersion: string;
}

const whole = (number: number): string => Math.round(number).toLocaleString('en');

function roundsTable({ rows, rounds }: Publication): Table {
  return {
    head: [
      'round',
      'published, s',
      'rows/s',
      'load, s',
      'indexes, s',
      'ceiling, s',
      'ceiling rows/s',
      'of the ceiling',
      'API p50 ms',
      'API p99 ms',
      'API most ms',
    ],
    rows: rounds.map(({ ceilingSeconds, loadSeconds, seconds, latencies: { p50, p99, most } }, at) => [
      String(at + 1),
      numberText(seconds),
      whole(rows / seconds),
      numberText(loadSeconds),
      numberText(seconds - loadSeconds),
      numberText(ceilingSeconds),
      whole(rows / ceilingSeconds),
      `${numberText((ceilingSeconds / seconds) * 100)} %`,
      numberText(p50),
      numberText(p99),
      numberText(most),
    ]),
  };
}

function aimsOf({ rounds, workerPeak }: Publication): Table {
  const share = median(rounds.map(({ ceilingSeconds, seconds }) => ceilingSeconds / seconds)) * 100;
  const p99 = median(rounds.map(({ latencies }) => latencies.p99));
  const judged = (is: boolean) => (is ? 'reached' : 'missed');
  return {
    head: ['aim', 'measured', ''],
    words: 1,
    rows: [
      ['at least 60 % of the ceiling', `${numberText(share)} %`, judged(share >= 60)],
      ['the worker below 300 MB', `${numberText(workerPeak)} MB`, judged(workerPeak < 300)],
      ['the API meanwhile below 100 ms at the 99th percentile', `${numberText(p99)} ms`, judged(p99 < 100)],
    ],
  };
}

/** Prints the results. */
export function printPublication(publication: Publication): void {
  const { rows, bytes, databaseVersion } = publication;
  process.stdout.write(
    [
      '',
      machine(databaseVersion),
      `${whole(rows)} rows, ${whole(bytes / 1e6)} MB of CSV, three processors`,
      '',
      ...alignedTable(roundsTable(publication)),
      '',
      ...alignedTable(aimsOf(publication)),
      '',
    ].join('\n'),
  );
}

/** Writes docs/publishing-speed.md. */
export function writePublishingPage(publication: Publication): void {
  const { rows, bytes, databaseVersion, gatewayPeak } = publication;
  const page = new URL('../../docs/publishing-speed.md', import.meta.url);
  writeFileSync(
    page,
    `${[
      '# Publishing speed',
      '',
      `Written by \`npm run bench:publish -- --write\` on ${new Date().toISOString().slice(0, 10)}: ${machine(databaseVersion)}.`,
      '',
      `A CSV of ${whole(rows)} rows and 8 columns (${whole(bytes / 1e6)} MB, always the same) is uploaded and published with three processors (replace a text, concatenate`,
      'two fields, parse a date) by a separate worker. The ceiling is the same file through csv-parse and COPY into a table like that of the records, with',
      'nothing in between: no types, no processors, no progress, no lease. Meanwhile the gateway answers fifty requests a second for a list of datasets. All',
      `processes share the machine. The gateway held ${numberText(gatewayPeak)} MB at most.`,
      '',
      ...markdownTable(roundsTable(publication)),
      '',
      ...markdownTable(aimsOf(publication)),
    ].join('\n')}\n`,
  );
}
