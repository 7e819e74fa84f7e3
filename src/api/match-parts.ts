import { canonicalJson } from '#kernel/json.ts';
import { CatalogError, failFields } from '#kernel/fail.ts';

/** A part that the dataset has. */
interface CurrentPart {
  readonly uid: string;
}

/** A part that a client requests. A part without a uid is new or matches a current part by an identity key. */
interface DesiredPart {
  readonly uid?: string | null | undefined;
}

/** The text that a desired part and a current part must share to match. */
export type IdentityKey<Part> = (part: Part) => string;

/**
 * Finds the current part that each desired part updates, or undefined where the part is new. Parts with a uid match by uid. For the others
 * the identity keys are tried, the strictest first, each in the order of both lists, so that applying the same list again matches every
 * part. Fails NOT_FOUND for an unknown uid and INVALID_INPUT for a repeated one, below the path of the list.
 */
export function matchParts<Part, Current extends Part & CurrentPart>(
  path: string,
  current: readonly Current[],
  desired: readonly (Part & DesiredPart)[],
  identityKeys: readonly IdentityKey<Part>[],
): (Current | undefined)[] {
  const unmatched = new Map(current.map((part) => [part.uid, part]));
  const matches = new Map<number, Current>();
  const match = (index: number, part: Current) => {
    matches.set(index, part);
    unmatched.delete(part.uid);
  };
  for (const [index, { uid }] of desired.entries()) {
    if (uid == null) continue;
    const isRepeated = desired.findIndex((part) => part.uid === uid) < index;
    match(index, unmatched.get(uid) ?? failUid(`${path}.${index}.uid`, isRepeated));
  }
  for (const identityKey of identityKeys) {
    // The parts are reversed, because `pop` takes the last part of each group.
    const candidates = Map.groupBy([...unmatched.values()].toReversed(), identityKey);
    for (const [index, part] of desired.entries()) {
      if (matches.has(index)) continue;
      const candidate = candidates.get(identityKey(part))?.pop();
      if (candidate) match(index, candidate);
    }
  }
  return desired.map((_part, index) => matches.get(index));
}

function failUid(field: string, isRepeated: boolean): never {
  if (isRepeated) failFields({ [field]: ['Name each part once.'] });
  throw new CatalogError(
    'NOT_FOUND',
    {},
    { [field]: ['The dataset has no such part; leave the uid out to make a new one.'] },
  );
}

/** A step of a stack: a processor or a field configuration. */
interface Step {
  readonly type: string;
  readonly label: string;
  readonly params: object;
}

/** The identity keys of the steps of a stack: equal steps match first, then steps of the same type. */
export const stepIdentityKeys: readonly IdentityKey<Step>[] = [
  ({ type, label, params }) => canonicalJson([type, label, params]),
  ({ type }) => type,
];

/** A part of a dataset, in lists by creation time, then by uid (docs/contract/rest.md 4, Orders). */
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
