import type { Session } from '../nouns/noun.ts';
import { nouns } from '../nouns/nouns.ts';
import type { PlannedEntry } from './plan.ts';
import { readRights } from './read-rights.ts';

/** Why the caller may not do parts of a plan, item by item: what their rights in the domain exclude, and what a plan was refused for. */
export async function findDenied(session: Session, entries: readonly PlannedEntry[]): Promise<readonly string[]> {
  const owned = await readRights(session);
  return entries.flatMap(({ noun: name, key, action, isDenied, error }) => {
    if (isDenied === true) return [`${name}/${key}: ${error ?? 'It was refused.'}`];
    const noun = nouns.find((each) => each.name === name);
    const rights = noun?.rights ?? (action === 'create' ? noun?.creationRights : undefined);
    if (
      action === 'none' ||
      action === 'failed' ||
      !rights ||
      rights.some((all) => all.every((each) => owned.has(each)))
    )
      return [];
    return [
      `${name}/${key} needs ${rights.map((all) => all.join(' and ')).join(' or ')}, which your key does not have.`,
    ];
  });
}
