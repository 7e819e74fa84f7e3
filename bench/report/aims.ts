import { fullTitle } from '../operations/operation.ts';
import type { RoundResult } from '../load/round.ts';
import { serverTitles, type ServerName } from '../servers/server.ts';
import {
  databaseRatio,
  editorRatio,
  growthOf,
  ratio,
  type CrowdResult,
  type EditorResult,
  type GrowthResult,
  type OperationResult,
  type Results,
} from './results.ts';
import { numberText, type Table } from './table.ts';

/** An aim, and what came of it. */
export interface Aim {
  readonly text: string;
  readonly found: string;
  readonly isReached: boolean;
  /** Where the time goes when it was missed. */
  readonly reason?: string | undefined;
}

/** How much more a flat reading may read of the largest catalog. An index of more rows is a level or two deeper, so there are more blocks. */
const flat = { rows: 1.1, blocks: 1.5 };

/** The most database CPU per request, as a multiple of PostGraphile's. */
const maxDatabaseRatio = 1;

/** Milliseconds and megabytes. */
const maxColdStart = 700;
const maxMemory = 300;

/** Every aim of the bench, judged by the numbers. */
export function judgeAims({ operations, growth, crowds, editors, coldStart, peakMemory }: Results): Aim[] {
  return [
    ...operations.flatMap((result) =>
      (['postgraphile', 'secured', 'ceiling'] as const).flatMap((other) => ratioAim(result, other)),
    ),
    ...operations.flatMap(databaseAim),
    ...operations.flatMap(paceAim),
    ...growth.filter(({ isFlat }) => isFlat).map(flatAim),
    ...editors.map(editorAim),
    ...crowds.flatMap(crowdAims),
    ...limitAim('cold start with the database up', coldStart, maxColdStart, 'ms'),
    // only Linux tells how much it is
    ...limitAim('memory under load', peakMemory.gateway, maxMemory, 'MB'),
  ];
}

/** What must stay below a limit; no aim where it was not measured. */
const limitAim = (text: string, found: number | undefined, limit: number, unit: string): Aim[] =>
  found === undefined || !Number.isFinite(found)
    ? []
    : [
        {
          text: `${text}: under ${numberText(limit)} ${unit}`,
          found: `${numberText(found)} ${unit}`,
          isReached: found < limit,
        },
      ];

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

/** What must read as much at every size. */
function flatAim(growth: GrowthResult): Aim {
  const { rows, blocks } = growthOf(growth);
  return {
    text: `${growth.title}: reads at most ${numberText(flat.rows)} × the rows and ${numberText(flat.blocks)} × the blocks of the smallest`,
    found: `${numberText(rows)} × the rows, ${numberText(blocks)} × the blocks`,
    isReached: rows <= flat.rows && blocks <= flat.blocks,
  };
}

/** The most database CPU of an editor's page, as a multiple of an administrator's. */
const maxEditorRatio = 1.15;

/** An editor's page must cost the database hardly more than an administrator's, however many rulesets decide it. */
function editorAim(result: EditorResult): Aim {
  const found = editorRatio(result);
  return {
    text: `list of 20 for an editor by ${result.title}: at most ${numberText(maxEditorRatio)} × the database CPU of an administrator`,
    found: `${numberText(found)} ×`,
    isReached: found <= maxEditorRatio,
  };
}

/** A pace that is an aim of its own. */
function paceAim({ operation, measured }: OperationResult): Aim[] {
  const aim = operation.aims.perSecond;
  const found = measured.gateway?.perSecond;
  if (aim === undefined || found === undefined) return [];
  return [
    {
      text: `${fullTitle(operation)}: ${numberText(aim)} requests/s`,
      found: numberText(found),
      isReached: found >= aim,
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

/** The longest times of 99 of 100 requests beside a crowd, in milliseconds. */
const crowdLimits = { keyed: 250, health: 100 };

function crowdAims({ title, keyed, health }: CrowdResult): Aim[] {
  const aim = (what: string, { p99, failures }: RoundResult, limit: number): Aim => ({
    text: `${what} beside 20 × ${title}: p99 under ${String(limit)} ms`,
    found: `${numberText(p99)} ms${failures > 0 ? `, ${String(failures)} failed` : ''}`,
    isReached: p99 < limit && failures === 0,
  });
  return [aim('a read with a key', keyed, crowdLimits.keyed), aim('/readyz', health, crowdLimits.health)];
}

/** The aims as a table. */
export const aimsTable = (aims: readonly Aim[]): Table => ({
  head: ['aim', 'found', 'judgement', 'CPU per request where it was missed'],
  words: 4,
  rows: aims.map(({ text, found, isReached, reason = '' }) => [text, found, isReached ? 'reached' : 'missed', reason]),
});
