import type { Json, JsonObject } from '../../kernel/json.ts';
import { datasetStatus, type DatasetEntity, type StatusEvent } from '../datasets/index.ts';

/** What a state is told with. */
export interface StatusReport {
  /** For people; null when there is nothing to say. */
  readonly message?: string | null;
  readonly params?: JsonObject;
  readonly recordsErrors?: readonly Json[];
  /** What people asked for, where a refusal should speak of that. */
  readonly action?: string;
}

/** Moves a dataset's status; a state is told anew, whatever the one before said. Fails INVALID_DATASET_STATUS. */
export function moveStatus(
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
