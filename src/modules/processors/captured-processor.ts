import type { JsonObject } from '../../kernel/json.ts';

/** A processor as versions and orders keep it. */
export interface CapturedProcessor {
  readonly uid: string;
  readonly type: string;
  readonly label: string;
  readonly params: JsonObject;
}
