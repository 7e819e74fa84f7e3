import type { JsonObject } from '#kernel/json.ts';
import type { RunConfiguration, RunKind } from './publication-run.entity.ts';

/** Identifies a run; the data of its job. */
export interface RunKey {
  readonly datasetUid: string;
  readonly runId: string;
}

/** One worker's attempt to execute a run. */
export interface Attempt extends RunKey {
  readonly kind: RunKind;
  /** The user who requested the run; null for a schedule whose creator is gone. */
  readonly requestedBy: string | null;
  readonly configuration: RunConfiguration;
  /** The fencing token. After the next claim has replaced the token, this attempt can no longer write. */
  readonly leaseId: string;
  /** The generation that the attempt writes; 0 for a kind of run that writes no records. */
  readonly generation: number;
}

/** The run that the data of a job identifies. Jobs sent before the table was renamed carry `orderId`. */
export function parseRunKey({ datasetUid, orderId, runId = orderId }: JsonObject): RunKey {
  if (typeof datasetUid !== 'string' || typeof runId !== 'string')
    throw new TypeError('A publication job must name a dataset and a run.');
  return { datasetUid, runId };
}
