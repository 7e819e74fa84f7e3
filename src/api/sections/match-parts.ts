import { canonicalJson } from '../../kernel/json.ts';
import { CatalogError, failFields } from '../../kernel/fail.ts';

/** A part as a dataset has it. */
interface CurrentPart {
  readonly uid: string;
}

/** A part as a client wants it; one without a uid is new, or goes on one that is like it. */
interface DesiredPart {
  readonly uid?: string | null | undefined;
}

/** What of a part, as a text, is to be the same that a wanted one may go on a present one. */
export type IdentityKey<Part> = (part: Part) => string;

/**
 * Finds for each part of a wanted list the present one that it goes on, or undefined where it is new. A uid names it;
 * for the others the likenesses are tried, the closest first, each in the order of both lists, so that the same list
 * wanted twice finds itself. Fails NOT_FOUND for a uid that is not there, INVALID_INPUT for one that is named twice,
 * below the path of the list.
 */
export function matchParts<Part, Present extends Part & CurrentPart>(
  path: string,
  present: readonly Present[],
  wanted: readonly (Part & DesiredPart)[],
  likenesses: readonly IdentityKey<Part>[],
): (Present | undefined)[] {
  const free = new Map(present.map((part) => [part.uid, part]));
  const found = new Map<number, Present>();
  const take = (at: number, part: Present) => {
    found.set(at, part);
    free.delete(part.uid);
  };
  for (const [at, { uid }] of wanted.entries())
    if (uid != null)
      take(
        at,
        free.get(uid) ??
          refuse(
            `${path}.${at}.uid`,
            present.some((part) => part.uid === uid),
          ),
      );
  for (const likeness of likenesses) {
    // the last of each group is taken first
    const alike = Map.groupBy([...free.values()].toReversed(), likeness);
    for (const [at, part] of wanted.entries()) {
      const like = found.has(at) ? undefined : alike.get(likeness(part))?.pop();
      if (like) take(at, like);
    }
  }
  return wanted.map((_part, at) => found.get(at));
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

/** The steps of a stack are most like those that equal them, then those of their type. */
export const stepIdentityKeys: readonly IdentityKey<Step>[] = [
  ({ type, label, params }) => canonicalJson([type, label, params]),
  ({ type }) => type,
];
