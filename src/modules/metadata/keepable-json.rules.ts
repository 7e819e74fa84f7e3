import { isStorable } from '../../engine/storable.ts';

const deepest = 50;
const longestName = 250;

/** Why JSON cannot be kept; undefined when it can. It does not recurse: the depth is the sender's choice. */
export function whyNotKeepable(json: unknown): string | undefined {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: json, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && !isStorable(value)) return 'Leave out NUL characters and halves of surrogate pairs.';
    if (typeof value === 'number' && !Number.isFinite(value)) return 'Send numbers that a double holds.';
    if (typeof value !== 'object' || value === null) continue;
    if (depth === deepest) return `Nest values ${deepest} levels deep at most.`;
    for (const [name, part] of Object.entries(value)) {
      const problem = whyNotName(name);
      if (problem) return problem;
      open.push({ value: part, depth: depth + 1 });
    }
  }
  return undefined;
}

/** Why a text cannot be a name; undefined when it can. */
export function whyNotName(name: string): string | undefined {
  if (!isStorable(name)) return 'Leave out NUL characters and halves of surrogate pairs.';
  if (name.length > longestName) return `Names have ${longestName} characters at most.`;
  return name === '__proto__' ? 'Nothing can be named __proto__.' : undefined;
}
