/** The smallest set of names that explains how a list was reordered: the other names kept their order among themselves. */
export function findMoved(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const oldPositions = new Map(before.map((name, index) => [name, index]));
  const unmoved = new Set(longestIncreasingSubsequence(after.map((name) => oldPositions.get(name) ?? -1)));
  return new Set(after.filter((_name, index) => !unmoved.has(index)));
}

/** The indices of a longest increasing subsequence of distinct numbers. */
function longestIncreasingSubsequence(numbers: readonly number[]): number[] {
  // ends[n]: the index of the smallest number that ends an increasing subsequence of n + 1 numbers
  const ends: number[] = [];
  const previous = numbers.map((number, index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = index;
    return ends[low - 1];
  });
  const subsequence: number[] = [];
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) subsequence.push(index);
  return subsequence;
}
