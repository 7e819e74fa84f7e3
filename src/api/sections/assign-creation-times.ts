/** The order of resources, schedules and attachments (docs/contract/rest.md 4, Orders). */
interface Created {
  readonly uid: string;
  readonly createdAt: string;
}

/** Gives parts creation times in the order of the list: a part that would sort too early gets the next millisecond. */
export function assignCreationTimes<T extends Created>(parts: readonly T[]): T[] {
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
