import type { JsonObject } from '../../../kernel/json.ts';
import type { RemoteMetadata } from '../../resources/index.ts';

/** How an attempt ended. */
export interface Outcome {
  readonly event: 'done' | 'full' | 'fail';
  readonly message?: string;
  /** Whether a limit allowed no record at all. */
  readonly isEmpty?: boolean;
  readonly params?: JsonObject;
  /** The metadata of the remote dataset that the records come from. */
  readonly remote?: RemoteMetadata | undefined;
}
