import type { JsonObject } from '#kernel/json.ts';

/** A processor in a version or a publication run. */
export interface CapturedProcessor {
  readonly uid: string;
  readonly type: string;
  readonly label: string;
  readonly params: JsonObject;
}
