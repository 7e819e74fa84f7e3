/** What resources are ordered by (rest.md 4, Orders). */
interface Created {
  readonly uid: string;
  readonly createdAt: string;
}

/** The resources with times of creation that keep the order of the list: one that would come too early takes the next millisecond. */
export function inCreationOrder<T extends Created>(resources: readonly T[]): T[] {
  let last: Created | undefined;
  return resources.map((resource) => {
    const placed = last && !isBefore(last, resource) ? { ...resource, createdAt: new Date(Date.parse(last.createdAt) + 1).toISOString() } : resource;
    last = placed;
    return placed;
  });
}

const isBefore = (one: Created, other: Created): boolean => {
  const [first, second] = [Date.parse(one.createdAt), Date.parse(other.createdAt)];
  return first < second || (first === second && one.uid < other.uid);
};
