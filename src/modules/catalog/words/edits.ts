/** Whether at most `max` insertions, deletions and substitutions of a character turn one word into the other. */
export function isWithinEdits(one: string, other: string, max: number): boolean {
  const [from, to] = [Array.from(one), Array.from(other)];
  if (Math.abs(from.length - to.length) > max) return false;
  let previousCosts = Array.from({ length: to.length + 1 }, (_each, at) => at);
  for (const [at, letter] of from.entries()) {
    const costs = [at + 1];
    for (const [place, each] of to.entries())
      costs.push(
        Math.min(
          (costs[place] ?? 0) + 1,
          (previousCosts[place + 1] ?? 0) + 1,
          (previousCosts[place] ?? 0) + (letter === each ? 0 : 1),
        ),
      );
    if (Math.min(...costs) > max) return false;
    previousCosts = costs;
  }
  return (previousCosts.at(-1) ?? 0) <= max;
}
