import type { Json } from '#kernel/json.ts';
import { isStorableJson, unstorableMessage } from '#engine/records/storable.ts';
import type { BlockTypeDefinition } from '../block-type.ts';

const maxDepth = 16;
const maxValues = 1000;
/** The maximum length of an answer, in characters of JSON. */
const maxCharacters = 10_000;

/** A JSON value of bounded size that the front-end fills in. */
export const autofill: BlockTypeDefinition = {
  comparisonType: 'presence',
  parse: (answer) => {
    if (!isWithinLimits(answer))
      return { problem: `Give at most ${maxValues} values, nested ${maxDepth} levels deep at most.` };
    if (JSON.stringify(answer).length > maxCharacters)
      return { problem: `Give at most ${maxCharacters} characters of JSON.` };
    return isStorableJson(answer) ? { value: answer } : { problem: unstorableMessage };
  },
};

/** Whether JSON stays within the limits. Iterative, because the sender chooses the depth. */
function isWithinLimits(answer: Json): boolean {
  const pending: { readonly value: Json; readonly depth: number }[] = [{ value: answer, depth: 0 }];
  let count = 0;
  for (let next = pending.pop(); next; next = pending.pop()) {
    count += 1;
    const { value, depth } = next;
    if (count > maxValues || depth > maxDepth) return false;
    if (typeof value === 'number' && !Number.isFinite(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    const parts: readonly Json[] = Object.values(value);
    if (parts.length > maxValues) return false;
    pending.push(...parts.map((part) => ({ value: part, depth: depth + 1 })));
  }
  return true;
}
