import { canonicalJson } from '../../kernel/json.ts';
import { CatalogError, failFields } from '../../kernel/fail.ts';

/** A part that the dataset has. */
interface CurrentPart {
  readonly uid: string;
}

/** A part that a client requests. Without a uid it is new, or it matches a current part. */
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
  const free = new Map(current.map((part) => [part.uid, part]));
  const found = new Map<number, Current>();
  const take = (at: number, part: Current) => {
    found.set(at, part);
    free.delete(part.uid);
  };
  for (const [at, { uid }] of desired.entries())
    if (uid != null)
      take(
        at,
        free.get(uid) ??
          refuse(
            `${path}.${at}.uid`,
            current.some((part) => part.uid === uid),
          ),
      );
  for (const identityKey of identityKeys) {
    // pop takes the last of each group, hence the reversed order
    const alike = Map.groupBy([...free.values()].toReversed(), identityKey);
    for (const [at, part] of desired.entries()) {
      const like = found.has(at) ? undefined : alike.get(identityKey(part))?.pop();
      if (like) take(at, like);
    }
  }
  return desired.map((_part, at) => found.get(at));
}

function refuse(field: string, isTwice: boolean): never {
  if (isTwice) failFields({ [field]: ['Name each part once.'] });
  throw new CatalogError(
    'NOT_FOUND',
    {},
    { [field]: ['The dataset has no such part; leave the uid out to make a new one.'] },
  );
}

/** A step of a stack. */
interface Step {
  readonly type: string;
  readonly label: string;
  readonly params: object;
}

/** Steps of a stack match equal steps first, then steps of their type. */
export const stepIdentityKeys: readonly IdentityKey<Step>[] = [
  ({ type, label, params }) => canonicalJson([type, label, params]),
  ({ type }) => type,
];
