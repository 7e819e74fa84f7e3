import type { ColumnFunctions } from '#platform/columns/column-functions.ts';

/** Conditions on lists of texts. They are null or false for null. */
export const listFunctions: ColumnFunctions = {
  macros: [
    'create macro odsql.has(list, text) as list_contains(list, text)',
    // A text between two ends, of which null is an open end.
    `create macro odsql.has_between(list, low, includes_low, high, includes_high) as len(list_filter(list, lambda item:
      (low is null or item > low or (includes_low and item = low)) and (high is null or item < high or (includes_high and item = high)))) > 0`,
    // A text that is `true` or `false` in any combination of upper and lower case.
    `create macro odsql.has_truth(list, truth) as list_contains(list_transform(list, lambda item: lower(item)), truth)`,
  ],
  scalars: [],
};
