/** Whether `max` insertions, deletions and substitutions of a character make one word of the other. */
export function isNear(a: string, b: string, max: number): boolean {
  if (a === b) return true;
  const [one, other] = [Array.from(a), Array.from(b)];
  if (Math.abs(one.length - other.length) > max) return false;
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [row, letter] of one.entries()) {
    const costs = [row + 1];
    other.forEach((each, at) => {
      const substituted = (before[at] ?? 0) + (each === letter ? 0 : 1);
      costs.push(Math.min(substituted, (before[at + 1] ?? 0) + 1, (costs[at] ?? 0) + 1));
    });
    // every path to the end leads through this row
    if (Math.min(...costs) > max) return false;
    before = costs;
  }
  return (before.at(-1) ?? 0) <= max;
}
