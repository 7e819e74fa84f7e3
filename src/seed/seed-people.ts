import type { RequestContext } from '../api/context.ts';
import { GroupEntity, MembershipEntity, storeKey, UserEntity } from '../modules/identity/index.ts';
import type { CatalogFile } from './catalog-file.ts';

/** A key that was made, to be told once. */
export interface MadeKey {
  readonly username: string;
  readonly label: string;
  readonly text: string;
}

/** Makes the groups, users and keys of a catalog file; answers the keys whose text the file does not fix. */
export async function seedPeople(
  tx: RequestContext,
  { groups, users }: Pick<CatalogFile, 'groups' | 'users'>,
): Promise<MadeKey[]> {
  const createdAt = tx.app.clock.now();
  for (const group of groups) tx.em.create(GroupEntity, { ...group, createdAt });
  for (const { username, permissions } of users)
    tx.em.create(UserEntity, { username, permissions, isActive: true, createdAt });
  await tx.em.flush();

  const made: MadeKey[] = [];
  for (const { username, groups: uids, apiKeys } of users) {
    for (const uid of uids) {
      tx.em.create(MembershipEntity, {
        user: tx.em.getReference(UserEntity, username),
        group: tx.em.getReference(GroupEntity, uid),
      });
    }
    for (const { label, text, permissions = null } of apiKeys) {
      const stored = storeKey(tx, { username, label, permissions, text });
      if (text === undefined) made.push({ username, label, text: stored.text });
    }
  }
  await tx.em.flush();
  return made;
}
