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
  /** Whether it should be as fast at every size. */
  readonly isFlat: boolean;
  readonly points: readonly { readonly size: string; readonly measured: Measurements }[];
}

/** Everything that a run finds out. Milliseconds and MB. */
export interface Results {
  readonly operations: readonly OperationResult[];
  readonly growth: readonly GrowthResult[];
  readonly coldStart: number;
  /** The most memory that each server ever held. */
  readonly peakMemory: Readonly<Record<ServerName, number>>;
  readonly databaseVersion: string;
}

/** How many times as many requests per second the gateway answers as another one. */
export const ratio = ({ measured }: OperationResult, other: ServerName): number =>
  (measured.gateway?.perSecond ?? NaN) / (measured[other]?.perSecond ?? NaN);

/** The gateway's time in the database per request, as a multiple of that of another one. */
export const databaseRatio = ({ measured }: OperationResult, other: ServerName): number =>
  (measured.gateway?.cpuDatabase ?? NaN) / (measured[other]?.cpuDatabase ?? NaN);

/** The slowest point of a growth as a part of the fastest one: 1 is flat. */
export const flatness = ({ points }: GrowthResult): number => {
  const speeds = points.map(({ measured }) => measured.perSecond);
  return Math.min(...speeds) / Math.max(...speeds);
};
