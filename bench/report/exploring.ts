import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { styleText } from 'node:util';
import { contenderNames, contenderTitles } from '../explore/contender.ts';
import type { MeasuredExport, MeasuredPage } from '../explore/measure-exports.ts';
import type { ExplorationResult } from '../explore/measure-exploration.ts';
import type { ExploreOptions } from '../explore/options.ts';
import { machine } from './machine.ts';
import { alignedTable, markdownTable, numberText, type Table } from './table.ts';

/** Everything that a run finds out. */
export interface ExploreResults {
  readonly operations: readonly ExplorationResult[];
  readonly exports: readonly MeasuredExport[];
  readonly restPage: MeasuredPage;
  readonly databaseVersion: string;
  /** Seconds that it took to publish the records, and to derive the entries of the catalog, meanwhile. */
  readonly publishing: number;
  readonly deriving: number;
  /** The load of the machine before the measurements. */
  readonly load: number;
}

/** The load of the machine in the last minute. */
export const currentLoad = (): number => loadavg()[0] ?? NaN;

const resultsTable = ({ operations }: ExploreResults): Table => ({
  head: [
    'operation',
    'server',
    'alone p50 ms',
    'alone p99 ms',
    'database CPU ms',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'CPU ms',
    'memory MB',
    '× by hand',
  ],
  words: 2,
  rows: operations.flatMap((result) =>
    contenderNames.flatMap((name, at) => {
      const found = result.explored[name];
      if (!found) return [];
      const { alone, together } = found;
      const ratio = ofTyped(result);
      return [
        [
          at === 0 ? result.exploration.title : '',
          contenderTitles[name],
          numberText(alone.p50),
          numberText(alone.p99),
          numberText((together ?? alone).cpuDatabase),
          numberText(together?.perSecond),
          numberText(together?.p50),
          numberText(together?.p99),
          numberText((together ?? alone).cpuServer),
          numberText((together ?? alone).memory),
          name === 'catalograph' && Number.isFinite(ratio) ? numberText(ratio) : '',
        ],
      ];
    }),
  ),
});

/** The requests per second as a part of those of SQL by hand; of a slow operation, by the time of an answer. */
function ofTyped({ explored: { catalograph, typed } }: ExplorationResult): number {
  if (!catalograph || !typed) return NaN;
  return catalograph.together && typed.together
    ? catalograph.together.perSecond / typed.together.perSecond
    : typed.alone.p50 / catalograph.alone.p50;
}

const exportsTable = ({ exports }: ExploreResults): Table => ({
  head: ['export', 'seconds', 'rows/s', 'COPY seconds', '× COPY', 'MB', 'CPU s', 'memory +MB', 'p99 ms beside'],
  rows: exports.map(({ format, seconds, rowsPerSecond, copySeconds, megabytes, cpu, memoryGrowth, p99 }) => [
    format,
    ...[seconds, rowsPerSecond, copySeconds, copySeconds / seconds, megabytes, cpu, memoryGrowth, p99].map(numberText),
  ]),
});

const judged = (is: boolean): string => (is ? 'reached' : 'missed');

/** The aims of exports and of pages by REST. */
const aimsOfRest = ({ exports, restPage: { restPerSecond, graphPerSecond } }: ExploreResults): string[][] => [
  ...exports.flatMap(({ format, seconds, rowsPerSecond, copySeconds, memoryGrowth, p99 }) => [
    format === 'parquet'
      ? ['parquet: 100,000 rows/s', numberText(rowsPerSecond), judged(rowsPerSecond >= 100_000)]
      : [`${format}: 0.6 × COPY`, `${numberText(copySeconds / seconds)} ×`, judged(copySeconds / seconds >= 0.6)],
    [`${format}: at most 50 MB more memory`, `${numberText(memoryGrowth)} MB`, judged(memoryGrowth <= 50)],
    [`${format}: p99 of a query beside it below 100 ms`, `${numberText(p99)} ms`, judged(p99 < 100)],
  ]),
  [
    'a page of records by REST: 0.9 × the graph',
    `${numberText(restPerSecond / graphPerSecond)} ×`,
    judged(restPerSecond / graphPerSecond >= 0.9),
  ],
];

function aimsTable(results: ExploreResults): Table {
  const { operations } = results;
  const rows = operations.flatMap((result) => {
    const { title, aims = {} } = result.exploration;
    const found = result.explored.catalograph;
    if (!found) return [];
    const { databaseMs, aloneMs, ofTyped: part } = aims;
    const database = (found.together ?? found.alone).cpuDatabase;
    const { p50 } = found.alone;
    const ratio = ofTyped(result);
    return [
      ...(databaseMs === undefined
        ? []
        : [
            [
              `${title}: at most ${String(databaseMs)} ms in the database`,
              `${numberText(database)} ms`,
              judged(database <= databaseMs),
            ],
          ]),
      ...(part === undefined
        ? []
        : [[`${title}: ${String(part)} × SQL by hand`, `${numberText(ratio)} ×`, judged(ratio >= part)]]),
      ...(aloneMs === undefined
        ? []
        : [[`${title}: answered in ${String(aloneMs)} ms`, `${numberText(p50)} ms`, judged(p50 <= aloneMs)]]),
    ];
  });
  return { head: ['aim', 'found', 'judgement'], words: 3, rows: [...rows, ...aimsOfRest(results)] };
}

/** Prints the results, and what failed. */
export function printExploring(results: ExploreResults): void {
  const tables = [resultsTable(results), exportsTable(results), aimsTable(results)].flatMap((table) => [
    '',
    ...alignedTable(table),
  ]);
  process.stdout.write(
    [
      '',
      machine(results.databaseVersion),
      `load ${numberText(results.load)}; published in ${numberText(results.publishing)} s, entries derived in ${numberText(results.deriving)} s`,
      ...tables,
      '',
    ].join('\n'),
  );
  for (const { exploration, explored } of results.operations)
    for (const [name, { alone, together }] of Object.entries(explored)) {
      const failed = [alone, together].find((each) => each && each.failures > 0);
      if (failed)
        process.stdout.write(
          `\n${styleText('red', `${String(failed.failures)} requests of ${name} failed in "${exploration.title}":`)} ${failed.failure ?? ''}\n`,
        );
    }
}

/** Writes docs/explore-speed.md. */
export function writeExplorePage(results: ExploreResults, options: ExploreOptions): void {
  const { rows, datasets, rounds, alone, together, connections, quick } = options;
  const aims = aimsTable(results);
  const reached = aims.rows.filter((row) => row[2] === 'reached').length;
  writeFileSync(
    new URL('../../docs/explore-speed.md', import.meta.url),
    `${[
      '# Explore speed',
      '',
      `Written by \`npm run bench:explore -- --write\`${quick ? ' (a trial with `--quick`: its numbers mean little)' : ''} on ${new Date().toISOString().slice(0, 10)}: ${machine(results.databaseVersion)}.`,
      '',
      `A dataset of ${rows.toLocaleString('en')} records with 20 fields, published from a CSV, and a catalog of ${datasets.toLocaleString('en')} datasets, always the same. The database has the settings of the embedded one.`,
      'Each server is a separate process on the same Node; another process asks them in turns, each round in another order, and shares the machine with them. Before, all must give the same results.',
      `Each operation is asked over one connection (*alone*, ${String(rounds)} rounds of ${String(alone)} s), then over ${String(connections)} (${String(rounds)} rounds of ${String(together)} s). A figure is the median of the rounds.`,
      'CPU is user and system time per request of the server, or of all processes of the database, planning included; memory is the resident size of the server after a round.',
      'What is asked for the *first time* is slow, differs in each request and is measured alone; *again* is what a process remembers while the records stay.',
      '',
      '- **Catalograph** answers visitors without a key: each request looks up the dataset, what the caller may see of it, and the records.',
      '- **SQL by hand** is the ceiling: a table of the same columns with indexes on what is asked, and named statements that build the same JSON behind bare `node:http`, as PostgREST does. It',
      '  authorizes nothing and remembers nothing. *× by hand* is the ratio of requests per second, of slow operations that of the time of an answer.',
      '- **PostGraphile** 5 over the same table, with SQL functions for what its conditions cannot say. It has no facets, and aggregates need a plugin.',
      '- **jsonb by hand** is the same SQL over one jsonb column with the same indexes, as expressions.',
      '',
      ...markdownTable(resultsTable(results)),
      '',
      '## Exports',
      '',
      'All records, in turns with `COPY … TO STDOUT` of the same values in the same format, which the same process reads: what `psql \\copy` does; Parquet in turns with the binary format. Memory is what the gateway holds more at its',
      'most than before, the code being compiled; the last column is a small query of the graph over four connections during an export.',
      '',
      ...markdownTable(exportsTable(results)),
      '',
      '## Aims',
      '',
      `${String(reached)} of ${String(aims.rows.length)} reached. The load of the machine was ${numberText(results.load)} before the measurements. Publishing took ${numberText(results.publishing)} s and deriving the entries of the`,
      `catalog ${numberText(results.deriving)} s, while the tables of the others were filled.`,
      '',
      ...markdownTable(aims),
    ].join('\n')}\n`,
  );
}
