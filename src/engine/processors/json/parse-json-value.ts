import { tryParseJson } from '#kernel/json.ts';
import type { Value } from '#engine/records/record.ts';
import { maxTextLength } from '../text/change-text.ts';

/** The maximum nesting of a value. Recursive functions would exhaust the call stack on deeper values. */
const maxDepth = 200;

/** The JSON value of a field, parsed when it is a text; null for an empty field. Throws RangeError for invalid JSON. */
export function parseJsonValue(value: Value | undefined): Value {
  if (typeof value !== 'string') return value ?? null;
  if (value.trim() === '') return null;
  if (value.length > maxTextLength) throw new RangeError(`The JSON is longer than ${maxTextLength} characters.`);
  const json = tryParseJson(value) as Value | undefined;
  if (json === undefined) throw new RangeError(`"${value.slice(0, 100)}" is not JSON.`);
  assertJsonLimits(json);
  return json;
}

/** Throws RangeError for JSON that is nested too deeply or has infinite numbers. Iterates level by level: recursion would overflow the stack. */
function assertJsonLimits(json: Value): void {
  let level = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw new RangeError(`The JSON is nested more than ${maxDepth} deep.`);
    if (level.some((value) => typeof value === 'number' && !Number.isFinite(value)))
      throw new RangeError('The JSON has a number that is too large.');
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
}
