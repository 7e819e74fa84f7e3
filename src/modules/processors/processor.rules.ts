import { processorOf } from '../../engine/processors/registry.ts';
import { isStorable } from '../../engine/storable.ts';
import { failFields, type FieldErrors } from '../../kernel/fail.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';

const longestLabel = 1000;
const deepestParams = 32;

/** Fails INVALID_INPUT at `type` when there is no such processor, at `label`, or at the parameters that are wrong. */
export function checkProcessor({ type, label, params }: { type: string; label: string; params: JsonObject }): void {
  const processor = processorOf(type);
  const errors = { ...isDeeperThan(deepestParams, params) ? tooDeep : processor.check(params), ...labelErrors(label) };
  if (Object.keys(errors).length > 0) failFields(errors);
}

const tooDeep: FieldErrors = { params: [`Nest values at most ${deepestParams} levels deep.`] };

/** It does not recurse: the depth is the sender's choice. */
function isDeeperThan(limit: number, json: Json): boolean {
  let level: readonly Json[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values<Json>(value) : []));
  }
  return false;
}

function labelErrors(label: string): FieldErrors {
  if (label.length > longestLabel) return { label: [`Give at most ${longestLabel} characters.`] };
  return isStorable(label) ? {} : { label: ['Leave out NUL characters and halves of surrogate pairs.'] };
}
