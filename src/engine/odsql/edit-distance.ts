/** Whether at most `max` insertions, deletions and substitutions of one character turn a word into the other. */
export function isWithinEditDistance(a: string, b: string, max: number): boolean {
  if (a === b) return true;
  const [one, other] = [Array.from(a), Array.from(b)];
  if (Math.abs(one.length - other.length) > max) return false;
  let previousCosts = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of one.entries()) {
    const costs = [row + 1];
    other.forEach((otherLetter, index) => {
      const substituted = (previousCosts[index] ?? 0) + (otherLetter === letter ? 0 : 1);
      costs.push(Math.min(substituted, (previousCosts[index + 1] ?? 0) + 1, (costs[index] ?? 0) + 1));
    });
    // Every sequence of edits passes through this row of Levenshtein's matrix, so the distance is at least the minimum of the row.
    if (Math.min(...costs) > max) return false;
    previousCosts = costs;
  }
  return (previousCosts.at(-1) ?? 0) <= max;
}
