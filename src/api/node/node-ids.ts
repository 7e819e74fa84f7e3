import { failFields } from '#kernel/fail.ts';

/** The maximum number of objects that `nodes` finds. */
export const maxNodes = 100;

/** The identifiers in the order of the request; fails INVALID_INPUT for too many. */
export const checkNodeIds = (ids: readonly string[]): readonly string[] =>
  ids.length <= maxNodes ? ids : failFields({ ids: [`Ask for at most ${String(maxNodes)} objects.`] });
