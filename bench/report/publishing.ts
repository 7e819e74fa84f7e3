import { writeFileSync } from 'node:fs';
import { median } from '../load/run-round.ts';
import type { LoadTimes } from '../publishing/run-ceiling.ts';
import type { Latencies } from '../publishing/watch-gateway.ts';
import { machine } from './machine.ts';
import { alignedTable, markdownTable, numberText, type Table } from './table.ts';

/** A load of the file, and the CPU seconds that the database spent meanwhile. */
interface MeasuredLoad extends LoadTimes {
  readonly databaseCpuSeconds: number;
}

/** A file published several times over, beside the same file loaded with nothing in between. */
export interface Publication {
  readonly rows: number;
  readonly bytes: number;
  readonly rounds: readonly {
    readonly ceiling: MeasuredLoad;
    readonly published: MeasuredLoad;
    readonly latencies: Latencies;
  }[];
  /** What all processes of the worker held at a time, and what the gateway held, in MB. */
  readonly workerPeak: number;
  readonly gatewayPeak: number;
  readonly databaseVersion: string;
}

type Round = Publication['rounds'][number];

const whole = (number: number): string => Math.round(number).toLocaleString('en');

/** The pace of a publication as a share of that by hand. */
const shareOf = ({ ceiling, published }: Round): number => ceiling.seconds / published.seconds;

function roundsTable({ rows, rounds }: Publication): Table {
  const line = (round: number, name: string, load: MeasuredLoad, others: readonly string[]) => [
    String(round + 1),
    name,
    whole(rows / load.seconds),
    numberText(load.seconds),
    numberText(load.loadSeconds),
    numberText(load.seconds - load.loadSeconds),
    numberText(load.cpuSeconds),
    numberText(load.databaseCpuSeconds),
    ...others,
  ];
  return {
    head: [
      'round',
      'what',
      'rows/s',
      'seconds',
      'load, s',
      'rest, s',
      'process CPU, s',
      'database CPU, s',
      '× by hand',
      'API p50 ms',
      'API p99 ms',
      'API most ms',
    ],
    words: 2,
    rows: rounds.flatMap((round, at) => {
      const { ceiling, published, latencies } = round;
      const { p50, p99, most } = latencies;
      return [
        line(at, 'by hand', ceiling, ['', '', '', '']),
        line(at, 'published', published, [numberText(shareOf(round)), ...[p50, p99, most].map(numberText)]),
      ];
    }),
  };
}

function aimsOf({ rows, rounds, workerPeak }: Publication): Table {
  const perSecond = median(rounds.map(({ published }) => rows / published.seconds));
  const p99 = median(rounds.map(({ latencies }) => latencies.p99));
  const judged = (is: boolean) => (is ? 'reached' : 'missed');
  return {
    head: ['aim', 'measured', ''],
    words: 1,
    rows: [
      ['at least 45,000 rows a second', whole(perSecond), judged(perSecond >= 45_000)],
      ['the worker with its processes below 300 MB', `${numberText(workerPeak)} MB`, judged(workerPeak < 300)],
      ['the API meanwhile below 40 ms at the 99th percentile', `${numberText(p99)} ms`, judged(p99 < 40)],
    ],
  };
}

const notes = [
  '- **By hand**, a process inserts into a table of PostgreSQL with the same columns and creates indexes on positions, identifiers, a date and words, one after another. It',
  '  knows the types, takes positions for identifiers and the texts for words, and runs no processor but one concatenation.',
  '- **Publishing** infers types and checks each value, runs the processors, folds the words of all texts, and hashes each record to its identifier. *Load* ends when the',
  '  column engine has all records; the rest is the search for records with equal identifiers, the Parquet file, and its copy to the storage.',
  '- **Lines** for the column engine, identifiers and words are made from the UTF-8 bytes of a record, which are written once. The engine reads them in its own process.',
  '- **CSV** is split without a library call for each byte; files with other escapes than doubled quotes, or with trimmed cells, go through csv-parse, which takes longer.',
  '- **CSV of 20 columns**, with and without processors, are published by `npm run bench:explore`; 10,000,000 rows and 1 GB of JSON by `npm run test:long`.',
  '- **Pushed records** read of a joined dataset what it received since the last push; the test is `test/graphql/publication/joined-pushes.test.ts`.',
];

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

/** Writes docs/publishing.md. */
export function writePublishingPage(publication: Publication): void {
  const { rows, bytes, databaseVersion, gatewayPeak } = publication;
  const page = new URL('../../docs/publishing.md', import.meta.url);
  writeFileSync(
    page,
    `${[
      '# Publishing',
      '',
      `Written by \`npm run bench:publish -- --write\` on ${new Date().toISOString().slice(0, 10)}: ${machine(databaseVersion)}.`,
      '',
      `A CSV of ${whole(rows)} rows and 8 columns (${whole(bytes / 1e6)} MB, always the same) is uploaded and published with three processors (replace a text, concatenate`,
      'two fields, parse a date) by a separate worker. *By hand* is the same file through csv-parse and COPY in a process of its own.',
      'Meanwhile, the gateway answers fifty requests a second for a list of datasets. CPU and memory of the worker are those of all its processes. All',
      `processes share the machine. The gateway held ${numberText(gatewayPeak)} MB at most.`,
      '',
      ...markdownTable(roundsTable(publication)),
      '',
      ...markdownTable(aimsOf(publication)),
      '',
      ...notes,
    ].join('\n')}\n`,
  );
}
