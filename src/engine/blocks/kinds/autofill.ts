import type { Json } from '../../../kernel/json.ts';
import { isStorableThroughout } from '../../records/storable.ts';
import type { BlockKind } from '../block-kind.ts';

const deepest = 16;
const mostParts = 1000;
/** In characters of JSON. */
const longest = 10_000;

/** A JSON value of bounded size that the front-end fills in. */
export const autofill: BlockKind = {
  compared: 'presence',
  read: (answer) => {
    if (!isModest(answer))
      return { problem: `Give at most ${mostParts} values, nested ${deepest} levels deep at most.` };
    if (JSON.stringify(answer).length > longest) return { problem: `Give at most ${longest} characters of JSON.` };
    return isStorableThroughout(answer)
      ? { value: answer }
      : { problem: 'NUL characters and lone surrogates are not allowed.' };
  },
};

/** Whether JSON stays within the limits. Iterative, because the sender chooses the depth. */
function isModest(answer: Json): boolean {
  const open: { readonly value: Json; readonly depth: number }[] = [{ value: answer, depth: 0 }];
  let count = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    count += 1;
    const { value, depth } = next;
    if (count > mostParts || depth > deepest) return false;
    if (typeof value === 'number' && !Number.isFinite(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    const parts: readonly Json[] = Object.values(value);
    if (parts.length > mostParts) return false;
    open.push(...parts.map((part) => ({ value: part, depth: depth + 1 })));
  }
  return true;
}
