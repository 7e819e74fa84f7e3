import { tryParseJson } from '../../../kernel/json.ts';
import type { Value } from '../../records/record.ts';
import { maxMadeText } from '../text/change-text.ts';

/** What is deeper comes from no person, and would exhaust whoever walks it. */
const maxDepth = 200;

/** The JSON that a field holds or whose text it is; nothing for nothing. Throws RangeError where the text is no JSON. */
export function readJson(value: Value | undefined): Value {
  if (typeof value !== 'string') return value ?? null;
  if (value.trim() === '') return null;
  if (value.length > maxMadeText) throw new RangeError(`The JSON is longer than ${maxMadeText} characters.`);
  const json = tryParseJson(value) as Value | undefined;
  if (json === undefined) throw new RangeError(`"${value.slice(0, 100)}" is not JSON.`);
  refuseDepth(json);
  return json;
}

/** Level by level, since going down by calls is what a deep value would not survive. */
function refuseDepth(json: Value): void {
  let level = [json];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw new RangeError(`The JSON is nested more than ${maxDepth} deep.`);
    if (level.some((value) => typeof value === 'number' && !Number.isFinite(value)))
      throw new RangeError('The JSON has a number that is too large.');
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
}
