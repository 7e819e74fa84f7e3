/**
 * A part of a dataset. Lists sort such parts by creation time, then by uid: a resource, a schedule or an attachment
 * (docs/contract/rest.md 4, Orders).
 */
interface Created {
  readonly uid: string;
  readonly createdAt: string;
}

/** Changes creation times so that the parts sort in the order of the list: a part that would sort too early gets the next millisecond. */
export function assignCreationTimes<T extends Created>(parts: readonly T[]): T[] {
  let previous: Created | undefined;
  return parts.map((part) => {
    const assigned =
      previous && !isBefore(previous, part) ? { ...part, createdAt: oneMillisecondAfter(previous) } : part;
    previous = assigned;
    return assigned;
  });
}

const isBefore = (one: Created, other: Created): boolean => {
  const [first, second] = [Date.parse(one.createdAt), Date.parse(other.createdAt)];
  return first < second || (first === second && one.uid < other.uid);
};

const oneMillisecondAfter = ({ createdAt }: Created): string => new Date(Date.parse(createdAt) + 1).toISOString();
