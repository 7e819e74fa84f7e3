import { failFields } from '../../../kernel/fail.ts';

/** How many parts of a kind a dataset may have: every record goes through all of them, and every version holds all. */
const maxParts = {
  processors: { limit: 100, noun: 'processors' },
  fields: { limit: 1_000, noun: 'field configurations' },
  resources: { limit: 500, noun: 'resources' },
} as const;

/** Fails INVALID_INPUT at the kind of parts where a dataset would have too many of them. */
export function checkPartLimit(part: keyof typeof maxParts, count: number): void {
  const { limit, noun } = maxParts[part];
  if (count > limit) failFields({ [part]: [`A dataset has at most ${limit} ${noun}.`] });
}
