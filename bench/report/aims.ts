import { fullTitle } from '../operations/operation.ts';
import { serverTitles, type ServerName } from '../servers/server.ts';
import { databaseRatio, flatness, ratio, type OperationResult, type Results } from './results.ts';
import { numberText, type Table } from './table.ts';

/** An aim, and what came of it. */
export interface Aim {
  readonly text: string;
  readonly found: string;
  readonly isReached: boolean;
  /** Where the time goes when it was missed. */
  readonly reason?: string | undefined;
}

/** From this part of the fastest on, readings of different sizes count as equally fast: rounds differ by as much. */
const flat = 0.8;

/** The most database CPU per request, as a multiple of PostGraphile's. */
const maxDatabaseRatio = 1;

/** Every aim of the bench, judged by the numbers. */
export function judgeAims({ operations, growth, coldStart, peakMemory }: Results): Aim[] {
  return [
    ...operations.flatMap((result) =>
      (['postgraphile', 'ceiling'] as const).flatMap((other) => ratioAim(result, other)),
    ),
    ...operations.flatMap(databaseAim),
    ...growth
      .filter(({ isFlat }) => isFlat)
      .map((each): Aim => ({
        text: `${each.title}: as fast at every size`,
        found: `slowest ${numberText(flatness(each))} of the fastest`,
        isReached: flatness(each) >= flat,
      })),
    {
      text: 'cold start with the database up: under a second',
      found: `${numberText(coldStart)} ms`,
      isReached: coldStart < 1000,
    },
    // only Linux tells how much it is
    ...(Number.isFinite(peakMemory.gateway)
      ? [
          {
            text: 'memory under load: under 300 MB',
            found: `${numberText(peakMemory.gateway)} MB at most`,
            isReached: peakMemory.gateway < 300,
          },
        ]
      : []),
  ];
}

function ratioAim(result: OperationResult, other: Exclude<ServerName, 'gateway'>): Aim[] {
  const aim = result.operation.aims[other];
  if (aim === undefined || !result.measured[other]) return [];
  const found = ratio(result, other);
  const isReached = found >= aim;
  return [
    {
      text: `${fullTitle(result.operation)}: ${String(aim)} × ${serverTitles[other]}`,
      found: `${numberText(found)} ×`,
      isReached,
      reason: isReached ? undefined : whereTimeGoes(result, other),
    },
  ];
}

/** The database must not work more for the gateway than for PostGraphile. */
function databaseAim(result: OperationResult): Aim[] {
  const found = databaseRatio(result, 'postgraphile');
  if (!Number.isFinite(found)) return [];
  const isReached = found <= maxDatabaseRatio;
  return [
    {
      text: `${fullTitle(result.operation)}: at most ${numberText(maxDatabaseRatio)} × the database CPU of PostGraphile`,
      found: `${numberText(found)} ×`,
      isReached,
      reason: isReached ? undefined : whereTimeGoes(result, 'postgraphile'),
    },
  ];
}

function whereTimeGoes({ measured }: OperationResult, other: ServerName): string {
  const cost = (name: ServerName) =>
    `${serverTitles[name]} takes ${numberText(measured[name]?.cpuServer)} ms of CPU and ${numberText(measured[name]?.cpuDatabase)} ms in the database`;
  return `${cost('gateway')}; ${cost(other)}`;
}

/** The aims as a table. */
export const aimsTable = (aims: readonly Aim[]): Table => ({
  head: ['aim', 'found', 'judgement', 'CPU per request where it was missed'],
  words: 4,
  rows: aims.map(({ text, found, isReached, reason = '' }) => [text, found, isReached ? 'reached' : 'missed', reason]),
});
