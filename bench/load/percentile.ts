/** The value that a part, 0 to 1, of some sorted ones does not exceed; NaN where there are none. */
export const percentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
