import { readItems } from '../files/portal-folder.ts';
import { findReferences } from '../files/secrets.ts';
import type { DesiredItem, Noun } from '../nouns/noun.ts';
import { nouns } from '../nouns/nouns.ts';
import type { PlannedEntry } from './plan.ts';

/** The secrets of an item that are not set, with the file and the field of each. */
export const missingSecretsOf = (
  { secretMembers = [] }: Noun,
  { path, document }: DesiredItem,
  env: NodeJS.ProcessEnv,
): readonly string[] =>
  secretMembers
    .flatMap((member) => findReferences(document[member] ?? null, [member]))
    .filter(({ name }) => env[name] === undefined)
    .map((each) => `${path}: ${each.path.join('.')}: ${each.name} is not set.`);

/** The secrets that new items need and that are not set: those of others stay as they are stored. */
export async function findMissingSecrets(
  folder: string,
  entries: readonly PlannedEntry[],
  env: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const noun of nouns.filter(({ secretMembers }) => secretMembers)) {
    const created = new Set(
      entries.filter(({ action, ...entry }) => entry.noun === noun.name && action === 'create').map(({ key }) => key),
    );
    if (created.size === 0) continue;
    for await (const item of readItems(folder, noun))
      if (created.has(item.key)) missing.push(...missingSecretsOf(noun, item, env));
  }
  return missing;
}
