import type { JsonObject } from '#kernel/json.ts';
import type { RemoteMetadata } from '#resources/index.ts';

/** How an attempt ended. */
export interface Outcome {
  readonly event: 'done' | 'full' | 'fail';
  /** The number of records written; 0 if absent. */
  readonly records?: number;
  readonly message?: string;
  /** Whether a limit or an abort left no record to publish. Readers then continue to see the previous result. */
  readonly isEmpty?: boolean;
  /** Why the records may not be what the files hold. */
  readonly doubts?: readonly string[];
  readonly params?: JsonObject;
  /** The metadata of the remote dataset that the records come from. */
  readonly remote?: RemoteMetadata | undefined;
}
