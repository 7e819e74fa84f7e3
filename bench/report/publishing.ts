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
  /** In MB. */
  readonly workerPeak: number;
  readonly gatewayPeak: number;
  readonly databaseVersion: string;
}

type Round = Publication['rounds'][number];

const whole = (number: number): string => Math.round(number).toLocaleString('en');
const percent = (share: number): string => `${numberText(share * 100)} %`;

/** The pace of a publication as a share of the ceiling's, both with their indexes. */
const shareOf = ({ ceiling, published }: Round): number => ceiling.seconds / published.seconds;
/** The same until all rows are in the table. */
const loadShareOf = ({ ceiling, published }: Round): number => ceiling.loadSeconds / published.loadSeconds;

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
      'indexes, s',
      'process CPU, s',
      'database CPU, s',
      'of the ceiling',
      'API p50 ms',
      'API p99 ms',
      'API most ms',
    ],
    words: 2,
    rows: rounds.flatMap((round, at) => {
      const { ceiling, published, latencies } = round;
      const { p50, p99, most } = latencies;
      return [
        line(at, 'ceiling', ceiling, ['', '', '', '']),
        line(at, 'published', published, [percent(shareOf(round)), ...[p50, p99, most].map(numberText)]),
      ];
    }),
  };
}

/** The least share of the ceiling that is good enough. */
const leastShare = 0.8;

function aimsOf({ rounds, workerPeak }: Publication): Table {
  const share = median(rounds.map(shareOf));
  const loadShare = median(rounds.map(loadShareOf));
  const p99 = median(rounds.map(({ latencies }) => latencies.p99));
  const judged = (is: boolean) => (is ? 'reached' : 'missed');
  return {
    head: ['aim', 'measured', ''],
    words: 1,
    rows: [
      ['at least 80 % of the ceiling, both with their indexes', percent(share), judged(share >= leastShare)],
      ['at least 80 % of the ceiling until all rows are loaded', percent(loadShare), judged(loadShare >= leastShare)],
      ['the worker below 300 MB', `${numberText(workerPeak)} MB`, judged(workerPeak < 300)],
      ['the API meanwhile below 100 ms at the 99th percentile', `${numberText(p99)} ms`, judged(p99 < 100)],
    ],
  };
}

const notes = [
  '- **The ceiling** inserts into a table with the same columns and creates the same indexes, one after another. It knows the types, takes',
  '  positions for identifiers and the texts for words, copies in one transaction, and runs no processor but one concatenation.',
  '- **The ratio** follows the ceiling, which came to 29,000 to 52,000 rows a second in two runs on one machine, and the publication to 28,000 to 37,000. The database takes',
  '  as long for both; the process takes twice the CPU of the ceiling, for what the ceiling does not do.',
  '- **Publishing** infers types and checks each value, runs the processors, folds the words of all texts, hashes each record to its identifier,',
  '  and commits a portion with its progress at a time, so that an abort keeps what was written and another worker continues.',
  '- **Lines** for COPY, identifiers and words are made from the UTF-8 bytes of a record, which are written once: reading the characters of',
  '  JavaScript strings for each of them took about 3 µs more for each record of this file.',
  '- **CSV** is split without a library call for each byte; files with other escapes than doubled quotes, or with trimmed cells, go',
  '  through csv-parse and take 4 µs more for each record of this file.',
  '- **Indexes** of words and of fields are created on two connections. On two cores the index of words keeps both busy.',
  '- **10,000,000 rows and 1 GB of JSON** are published by `npm run test:long`, which bounds the memory of the worker.',
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
      'two fields, parse a date) by a separate worker. The ceiling is the same file through csv-parse and COPY in a process of its own.',
      'Meanwhile, the gateway answers fifty requests a second for a list of datasets, for the ceiling as for the publication. All',
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
