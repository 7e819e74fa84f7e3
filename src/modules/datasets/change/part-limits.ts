import { failFields } from '../../../kernel/fail.ts';

/** The largest number of parts of each kind: every record passes through all of them, and every version stores all of them. */
const maxParts = {
  processors: { limit: 100, noun: 'processors' },
  fields: { limit: 1_000, noun: 'field configurations' },
  resources: { limit: 500, noun: 'resources' },
} as const;

/** Fails INVALID_INPUT when a dataset would have too many parts of a kind. */
export function checkPartLimit(part: keyof typeof maxParts, count: number): void {
  const { limit, noun } = maxParts[part];
  if (count > limit) failFields({ [part]: [`A dataset has at most ${limit} ${noun}.`] });
}
