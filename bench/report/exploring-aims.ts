import type { ExplorationResult } from '../explore/measure-exploration.ts';
import type { ExploreOptions } from '../explore/options.ts';
import type { ExploreResults } from './exploring.ts';
import { numberText, type Table } from './table.ts';

/** What is aimed at, the figure, and whether it must not be more or not be less than the aim. */
interface Aim {
  readonly title: string;
  readonly unit: string;
  readonly found: number;
  readonly most?: number | undefined;
  readonly least?: number | undefined;
}

/** From this number of records on, the aims of ten million hold. */
const manyRecords = 5_000_000;

const exportAims: Readonly<Record<string, number>> = { parquet: 1_000_000, csv: 250_000, jsonl: 120_000 };
const publicationAims = [70_000, 45_000];

/** The aims, one in a line: what was found, the aim, and the judgement. */
export function exploringAims(results: ExploreResults, options: ExploreOptions): Table {
  const aims = [
    ...results.operations.flatMap((result) => aimsOfOperation(result, options)),
    ...aimsOfExports(results),
    ...aimsOfPublications(results),
    ...aimsOfGateway(results),
  ];
  return {
    head: ['aim', 'found', 'aim is', 'judgement'],
    rows: aims.map(({ title, unit, found, most = Infinity, least = -Infinity }) => [
      title,
      `${numberText(found)} ${unit}`,
      most === Infinity ? `≥ ${numberText(least)}` : `≤ ${numberText(most)}`,
      found <= most && found >= least ? 'reached' : 'missed',
    ]),
  };
}

function aimsOfOperation({ exploration, explored }: ExplorationResult, { rows }: ExploreOptions): Aim[] {
  const { catalograph, typed } = explored;
  const { title, aims = {} } = exploration;
  if (!catalograph) return [];
  const together = catalograph.together;
  const most = rows >= manyRecords ? (aims.aloneMsOfTenMillion ?? aims.aloneMs) : aims.aloneMs;
  const ratio = (figure: 'p99' | 'perSecond'): number =>
    (together?.[figure] ?? NaN) / (typed?.together?.[figure] ?? NaN);
  const found: Aim[] = [
    { title, unit: 'ms', found: catalograph.alone.p50, most },
    { title: `${title}: p99 beside 32`, unit: '× by hand', found: ratio('p99'), most: aims.timesTypedP99 },
    { title: `${title}: requests/s`, unit: '× by hand', found: ratio('perSecond'), least: aims.ofTyped },
    { title: `${title}: requests`, unit: '/s', found: together?.perSecond ?? NaN, least: aims.perSecond },
    { title: `${title}: CPU of the gateway`, unit: 'ms', found: together?.cpuServer ?? NaN, most: aims.cpuMs },
  ];
  return found.filter(({ most: upper, least }) => upper !== undefined || least !== undefined);
}

const aimsOfExports = ({ exports }: ExploreResults): Aim[] =>
  exports.flatMap(({ format, rowsPerSecond, firstByteMs, memoryGrowth }) => [
    { title: `export as ${format}`, unit: 'rows/s', found: rowsPerSecond, least: exportAims[format] },
    { title: `export as ${format}: first byte`, unit: 'ms', found: firstByteMs, most: 50 },
    { title: `export as ${format}: memory`, unit: 'MB more', found: memoryGrowth, most: 64 },
  ]);

const aimsOfPublications = ({ publications }: ExploreResults): Aim[] =>
  publications.flatMap(({ title, rowsPerSecond, memory, p99 }, at) => [
    { title: `publication ${title}`, unit: 'rows/s', found: rowsPerSecond, least: publicationAims[at] },
    { title: `publication ${title}: memory`, unit: 'MB', found: memory, most: 300 },
    { title: `publication ${title}: p99 of the API`, unit: 'ms', found: p99, most: 40 },
  ]);

function aimsOfGateway({ atRest, worst, many: [ten, many] }: ExploreResults): Aim[] {
  const found: Aim[] = [
    { title: 'at rest', unit: '× the CSV', found: atRest.stored / atRest.csv, most: 0.4 },
    { title: 'memory beside 20 worst queries', unit: 'MB', found: worst.memory, most: 600 },
    { title: 'p99 of a caller with a key beside them', unit: 'ms', found: worst.keyedP99, most: 250 },
  ];
  if (!ten || !many) return found;
  const times = (title: string, figure: 'startMs' | 'memory' | 'laterP50'): Aim => ({
    title: `${many.datasets.toLocaleString('en')} datasets of 100 records: ${title}`,
    unit: '× of ten',
    found: many[figure] / ten[figure],
    most: 1.25,
  });
  return [...found, times('start', 'startMs'), times('memory', 'memory'), times('page', 'laterP50')];
}
