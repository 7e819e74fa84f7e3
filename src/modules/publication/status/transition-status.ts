import type { Json, JsonObject } from '#kernel/json.ts';
import { datasetStatus, type DatasetEntity, type StatusEvent } from '#datasets/index.ts';

/** The parts of a status other than its state. */
export interface StatusReport {
  /** A message for people; null when there is nothing to report. */
  readonly message?: string | null;
  readonly params?: JsonObject;
  readonly recordsErrors?: readonly Json[];
  /** The requested action, which the error message names. */
  readonly action?: string;
}

/**
 * Moves a dataset to its next status and replaces the report of the previous status. Fails INVALID_DATASET_STATUS when the status allows
 * no such transition.
 */
export function transitionStatus(
  dataset: DatasetEntity,
  event: StatusEvent,
  now: Date,
  { message = null, params = {}, recordsErrors = [], action = event }: StatusReport = {},
): void {
  const status = datasetStatus.next(dataset.status, event, action);
  dataset.previousStatus = dataset.status;
  dataset.status = status;
  dataset.statusSince = now;
  dataset.statusMessage = message;
  dataset.statusParams = params;
  dataset.recordsErrors = recordsErrors;
}
