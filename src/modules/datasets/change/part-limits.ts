import { failFields } from '#kernel/fail.ts';

/**
 * The maximum number of parts of each kind. The limits bound the cost of a record, which passes through all processors and field
 * configurations, and the size of a version, which stores all parts.
 */
const maxParts = {
  processors: { limit: 100, noun: 'processors' },
  fields: { limit: 1_000, noun: 'field configurations' },
  resources: { limit: 500, noun: 'resources' },
} as const;

/** The kind of a part whose number is limited. */
type LimitedPart = keyof typeof maxParts;

/** The maximum number of parts of a kind. */
export const partLimit = (part: LimitedPart): number => maxParts[part].limit;

/** Fails INVALID_INPUT when a dataset would have too many parts of a kind. */
export function checkPartLimit(part: LimitedPart, count: number): void {
  const { limit, noun } = maxParts[part];
  if (count > limit) failFields({ [part]: [`A dataset has at most ${limit} ${noun}.`] });
}
