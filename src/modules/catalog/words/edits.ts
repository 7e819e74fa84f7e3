/** Whether at most `max` insertions, deletions and substitutions of a character turn one word into the other. */
export function isWithinEdits(one: string, other: string, max: number): boolean {
  const [from, to] = [Array.from(one), Array.from(other)];
  if (Math.abs(from.length - to.length) > max) return false;
  let previousCosts = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of from.entries()) {
    const costs = [row + 1];
    for (const [column, otherLetter] of to.entries())
      costs.push(
        Math.min(
          (costs[column] ?? 0) + 1,
          (previousCosts[column + 1] ?? 0) + 1,
          (previousCosts[column] ?? 0) + (letter === otherLetter ? 0 : 1),
        ),
      );
    if (Math.min(...costs) > max) return false;
    previousCosts = costs;
  }
  return (previousCosts.at(-1) ?? 0) <= max;
}
