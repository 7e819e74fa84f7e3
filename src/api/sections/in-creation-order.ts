/** What resources, schedules and attachments are ordered by (docs/contract/rest.md 4, Orders). */
interface Created {
  readonly uid: string;
  readonly createdAt: string;
}

/** The parts with times of creation that keep the order of the list: one that would come too early takes the next millisecond. */
export function inCreationOrder<T extends Created>(parts: readonly T[]): T[] {
  let last: Created | undefined;
  return parts.map((part) => {
    const placed =
      last && !isBefore(last, part)
        ? { ...part, createdAt: new Date(Date.parse(last.createdAt) + 1).toISOString() }
        : part;
    last = placed;
    return placed;
  });
}

const isBefore = (one: Created, other: Created): boolean => {
  const [first, second] = [Date.parse(one.createdAt), Date.parse(other.createdAt)];
  return first < second || (first === second && one.uid < other.uid);
};
