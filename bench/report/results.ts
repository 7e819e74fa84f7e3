import type { Reads } from '../load/reads.ts';
import type { RoundResult } from '../load/round.ts';
import type { Measurements } from '../load/run-round.ts';
import type { Operation } from '../operations/operation.ts';
import type { ServerName } from '../servers/server.ts';

/** An operation with what was measured. */
export interface OperationResult {
  readonly operation: Operation;
  readonly measured: Readonly<Partial<Record<ServerName, Measurements>>>;
}

/** The gateway alone, at several sizes of what it reads from. */
export interface GrowthResult {
  readonly title: string;
  /** Whether it must read as much at every size. */
  readonly isFlat: boolean;
  readonly points: readonly { readonly size: string; readonly measured: Measurements; readonly reads: Reads }[];
}

/** What was measured beside a crowd of callers without a key. */
export interface CrowdResult {
  /** What the crowd asked for. */
  readonly title: string;
  readonly keyed: RoundResult;
  readonly health: RoundResult;
  readonly crowd: RoundResult;
  /** The most memory that the gateway held until then, in MB. */
  readonly memory: number;
}

/** The page of an editor by rulesets in a large catalog, and the same page of an administrator, measured in turns. */
export interface EditorResult {
  /** How many rulesets the editor has, and on which datasets. */
  readonly title: string;
  readonly administrator: Measurements;
  readonly editor: Measurements;
}

/** The editor's time in the database per request, as a multiple of the administrator's. */
export const editorRatio = ({ administrator, editor }: EditorResult): number =>
  editor.cpuDatabase / administrator.cpuDatabase;

/** Everything that a run finds out. Milliseconds and MB. */
export interface Results {
  readonly operations: readonly OperationResult[];
  readonly growth: readonly GrowthResult[];
  readonly crowds: readonly CrowdResult[];
  readonly editors: readonly EditorResult[];
  /** NaN where it was not measured. */
  readonly coldStart: number;
  /** The most memory that each server ever held. */
  readonly peakMemory: Readonly<Partial<Record<ServerName, number>>>;
  readonly databaseVersion: string;
}

/** How many times as many requests per second the gateway answers as another one. */
export const ratio = ({ measured }: OperationResult, other: ServerName): number =>
  (measured.gateway?.perSecond ?? NaN) / (measured[other]?.perSecond ?? NaN);

/** The gateway's time in the database per request, as a multiple of that of another one. */
export const databaseRatio = ({ measured }: OperationResult, other: ServerName): number =>
  (measured.gateway?.cpuDatabase ?? NaN) / (measured[other]?.cpuDatabase ?? NaN);

/** What is read at the largest size, as a multiple of what is read at the smallest: 1 is flat. */
export function growthOf({ points }: GrowthResult): Reads {
  const [smallest, largest] = [points[0]?.reads, points.at(-1)?.reads];
  return {
    rows: (largest?.rows ?? NaN) / (smallest?.rows ?? NaN),
    blocks: (largest?.blocks ?? NaN) / (smallest?.blocks ?? NaN),
  };
}
