import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { styleText } from 'node:util';
import type { Explored, ExplorationResult } from '../explore/measure-exploration.ts';
import type { MeasuredExport } from '../explore/measure-exports.ts';
import type { MeasuredMany } from '../explore/measure-many.ts';
import type { MeasuredPublication } from '../explore/measure-publications.ts';
import type { MeasuredWorst } from '../explore/measure-worst.ts';
import type { ExploreOptions } from '../explore/options.ts';
import { contenderNames } from '../explore/contender.ts';
import { exploringAims } from './exploring-aims.ts';
import { machine } from './machine.ts';
import { alignedTable, markdownTable, numberText, type Table } from './table.ts';

/** Everything that a run finds out. */
export interface ExploreResults {
  readonly operations: readonly ExplorationResult[];
  readonly exports: readonly MeasuredExport[];
  readonly publications: readonly MeasuredPublication[];
  /** The bytes of the CSV, of the stored file, and of the file that queries read. */
  readonly atRest: { readonly csv: number; readonly stored: number; readonly native: number };
  readonly worst: MeasuredWorst;
  /** Of ten datasets and of many; empty where this is left out. */
  readonly many: readonly MeasuredMany[];
  readonly databaseVersion: string;
  /** The load of the machine before the measurements. */
  readonly load: number;
}

/** The load of the machine in the last minute. */
export const currentLoad = (): number => loadavg()[0] ?? NaN;

/** A figure of each contender, in one cell. */
const each = ({ explored }: ExplorationResult, figure: (explored: Explored) => number | undefined): string =>
  contenderNames
    .map((name) => {
      const found = explored[name];
      return found ? numberText(figure(found)) : '–';
    })
    .join(' · ');

const operationsTable = ({ operations }: ExploreResults): Table => ({
  head: ['operation', 'alone p50 ms', 'alone p99 ms', 'requests/s', 'p99 ms beside', 'gateway CPU ms'],
  rows: operations.map((result) => [
    result.exploration.title,
    each(result, ({ alone }) => alone.p50),
    each(result, ({ alone }) => alone.p99),
    each(result, ({ together }) => together?.perSecond),
    each(result, ({ together }) => together?.p99),
    numberText((result.explored.catalograph?.together ?? result.explored.catalograph?.alone)?.cpuServer),
  ]),
});

const exportsTable = ({ exports }: ExploreResults): Table => ({
  head: ['export', 'rows/s', 'first byte ms', 'MB', 'CPU s', 'memory +MB', 'p99 ms beside'],
  rows: exports.map(({ format, rowsPerSecond, firstByteMs, megabytes, cpu, memoryGrowth, p99 }) => [
    format,
    ...[rowsPerSecond, firstByteMs, megabytes, cpu, memoryGrowth, p99].map(numberText),
  ]),
});

const publicationsTable = ({ publications }: ExploreResults): Table => ({
  head: ['publication', 'rows/s', 'seconds', 'CPU µs per record', 'memory MB', 'p99 ms beside'],
  rows: publications.map(({ title, rowsPerSecond, seconds, cpuMicroseconds, memory, p99 }) => [
    title,
    ...[rowsPerSecond, seconds, cpuMicroseconds, memory, p99].map(numberText),
  ]),
});

const manyTable = ({ many }: ExploreResults): Table => ({
  head: [
    'datasets',
    'start ms',
    'MB at the start',
    'MB',
    'first page p50 · p99 ms',
    'page p50 · p99 ms',
    'built p50 ms',
    'failed',
  ],
  rows: many.map((one) => [
    one.datasets.toLocaleString('en'),
    ...[one.startMs, one.memoryAtStart, one.memory].map(numberText),
    `${numberText(one.firstP50)} · ${numberText(one.firstP99)}`,
    `${numberText(one.laterP50)} · ${numberText(one.laterP99)}`,
    numberText(one.builtP50),
    String(one.failures),
  ]),
});

const worstText = ({ answered, refused, refusal, keyedP50, keyedFailures }: MeasuredWorst): string =>
  `Twenty callers without a key: ${String(answered)} answers, of which ${String(refused)} refused${refusal === undefined ? '' : ` (first: ${refusal})`}; the caller with a key beside them: p50 ${numberText(keyedP50)} ms, ${String(keyedFailures)} failed.`;

/** Prints the results, and what failed. */
export function printExploring(results: ExploreResults, options: ExploreOptions): void {
  const { operations, databaseVersion, load, worst } = results;
  const tables = [operationsTable, exportsTable, publicationsTable, ...(results.many.length > 0 ? [manyTable] : [])];
  const aims = exploringAims(results, options);
  process.stdout.write(
    [
      '',
      `${machine(databaseVersion)}; ${options.rows.toLocaleString('en')} records; load ${numberText(load)} before`,
      'Catalograph · SQL by hand · PostGraphile',
      ...tables.flatMap((table) => ['', ...alignedTable(table(results))]),
      '',
      worstText(worst),
      ...(worst.failure === undefined ? [] : [styleText('red', worst.failure)]),
      '',
      ...alignedTable(aims),
      '',
      `${reachedOf(aims)} aims reached.`,
      '',
    ].join('\n'),
  );
  for (const { exploration, explored } of operations)
    for (const [name, { alone, together }] of Object.entries(explored)) {
      const failed = [alone, together].find((measured) => measured && measured.failures > 0);
      if (failed)
        process.stdout.write(
          `\n${styleText('red', `${String(failed.failures)} requests of ${name} failed in "${exploration.title}":`)} ${failed.failure ?? ''}\n`,
        );
    }
}

const reachedOf = (aims: Table): string =>
  `${String(aims.rows.filter((row) => row.at(-1) === 'reached').length)} of ${String(aims.rows.length)}`;

/** Writes docs/explore-speed.md. */
export function writeExplorePage(results: ExploreResults, options: ExploreOptions): void {
  const { rows, rounds, alone, together, connections, quick, datasets } = options;
  const aims = exploringAims(results, options);
  const { csv, stored, native } = results.atRest;
  const megabytes = (bytes: number): string => numberText(bytes / 1e6);
  writeFileSync(
    new URL('../../docs/explore-speed.md', import.meta.url),
    `${[
      '# Explore speed',
      '',
      `Written by \`npm run bench:explore -- --write\`${quick ? ' (a trial with `--quick`: its numbers mean little)' : ''} on ${new Date().toISOString().slice(0, 10)}: ${machine(results.databaseVersion)}. The load was ${numberText(results.load)} before.`,
      '',
      `A dataset of ${rows.toLocaleString('en')} records with 20 fields, published from a CSV${datasets > 0 ? `, and a catalog of ${datasets.toLocaleString('en')} datasets` : ''}, always the same. Cells with several figures have those of three servers, each a process on the same Node that must give the same results:`,
      '',
      '- **Catalograph** answers visitors without a key: each request looks up the dataset, what the caller may see of it, and the records.',
      '- **SQL by hand** is a table of the same columns in PostgreSQL with indexes on what is asked, and named statements that build the same JSON behind bare `node:http`. It authorizes nothing.',
      '- **PostGraphile** 5 over the same table, with SQL functions for what its conditions cannot say. It has no facets, and aggregates need a plugin.',
      '',
      `Another process asks them in turns: over one connection (*alone*, ${String(rounds)} rounds of ${String(alone)} s), then pages over ${String(connections)} (${String(rounds)} rounds of ${String(together)} s). Figures are medians. Each request over all records asks something new, unless it says *again*.`,
      '',
      '## Aims',
      '',
      `${reachedOf(aims)} reached.`,
      '',
      ...markdownTable(aims),
      '',
      '## Queries',
      '',
      ...markdownTable(operationsTable(results)),
      '',
      '## Exports',
      '',
      'CPU and memory are those of the gateway and its processes; memory is what they hold more than before. A small query of the graph runs over four connections beside the last export.',
      '',
      ...markdownTable(exportsTable(results)),
      '',
      '## Publications',
      '',
      `By a worker; CPU and memory are those of the worker and its processes. The gateway answers fifty lists of datasets a second meanwhile. The CSV has ${megabytes(csv)} MB, the stored file ${megabytes(stored)} MB, and the file that queries read ${megabytes(native)} MB.`,
      '',
      ...markdownTable(publicationsTable(results)),
      ...(results.many.length > 0
        ? [
            ...['', '## Many datasets of 100 records', ''],
            'A thousand of them are in use, asked in turns over two connections. *Built* is the first page of one whose native file is missing, as on a new machine.',
            ...['', ...markdownTable(manyTable(results))],
          ]
        : []),
      '',
      '## Beside the worst queries',
      '',
      worstText(results.worst),
    ].join('\n')}\n`,
  );
}
