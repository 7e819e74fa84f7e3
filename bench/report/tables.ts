import type { Measurements } from '../load/run-round.ts';
import { fullTitle, type Operation } from '../operations/operation.ts';
import { serverNames, serverTitles } from '../servers/server.ts';
import {
  databaseRatio,
  editorRatio,
  growthOf,
  ratio,
  type EditorResult,
  type GrowthResult,
  type OperationResult,
} from './results.ts';
import { numberText, type Table } from './table.ts';

/** The comparison: a line for each operation and server. */
export const comparisonTable = (results: readonly OperationResult[]): Table => ({
  head: [
    'operation',
    'server',
    'requests/s',
    'least–most',
    'p50 ms',
    'p99 ms',
    'CPU ms',
    'database CPU ms',
    'memory MB',
    '× PostGraphile',
    '× row security',
    '× by hand',
    'database × PostGraphile',
  ],
  words: 2,
  rows: results.flatMap((result) =>
    serverNames.flatMap((name, at) => {
      const found = result.measured[name];
      if (!found) return [];
      const isGateway = name === 'gateway';
      return [
        [
          at === 0 ? rowTitle(result.operation) : '',
          serverTitles[name],
          numberText(found.perSecond),
          range(found),
          numberText(found.p50),
          numberText(found.p99),
          numberText(found.cpuServer),
          numberText(found.cpuDatabase),
          numberText(found.memory),
          isGateway ? numberText(ratio(result, 'postgraphile')) : '',
          isGateway ? numberText(ratio(result, 'secured')) : '',
          isGateway ? numberText(ratio(result, 'ceiling')) : '',
          isGateway ? numberText(databaseRatio(result, 'postgraphile')) : '',
        ],
      ];
    }),
  ),
});

/** A title that goes on from the row above stands as it is. */
const rowTitle = (operation: Operation): string =>
  operation.title.startsWith('…') ? operation.title : fullTitle(operation);

/** The slowest and the fastest of the rounds. */
function range({ rounds }: Measurements): string {
  const paces = rounds.map(({ perSecond }) => perSecond);
  return `${numberText(Math.min(...paces))}–${numberText(Math.max(...paces))}`;
}

/** The growth: a line for each reading and size. */
export function growthTable(growth: readonly GrowthResult[]): Table {
  return {
    head: [
      'reading',
      'of',
      'rows',
      'blocks',
      'rows ×',
      'blocks ×',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'database CPU ms',
    ],
    words: 2,
    rows: growth.flatMap((each) =>
      each.points.map(({ size, measured, reads }, at) => [
        at === 0 ? each.title : '',
        size,
        numberText(reads.rows),
        numberText(reads.blocks),
        at === 0 ? numberText(growthOf(each).rows) : '',
        at === 0 ? numberText(growthOf(each).blocks) : '',
        numberText(measured.perSecond),
        numberText(measured.p50),
        numberText(measured.p99),
        numberText(measured.cpuDatabase),
      ]),
    ),
  };
}

/** Editors by rulesets: a line for each number of rulesets and choice of datasets. */
export const editorsTable = (editors: readonly EditorResult[]): Table => ({
  head: ['editor by', 'requests/s', 'of an administrator', 'database CPU ms', 'of an administrator', 'database ×'],
  words: 1,
  rows: editors.map((result) => [
    result.title,
    numberText(result.editor.perSecond),
    numberText(result.administrator.perSecond),
    numberText(result.editor.cpuDatabase),
    numberText(result.administrator.cpuDatabase),
    numberText(editorRatio(result)),
  ]),
});
