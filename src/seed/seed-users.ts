import type { RequestContext } from '#api/context.ts';
import { GroupEntity, MembershipEntity, storeKey, UserEntity } from '#identity/index.ts';
import type { CatalogFile } from './catalog-file.ts';

/** A generated key, printed once. */
export interface GeneratedKey {
  readonly username: string;
  readonly label: string;
  readonly text: string;
}

/** Creates the groups, users and keys of a catalog file; returns the generated keys. */
export async function seedUsers(
  tx: RequestContext,
  { groups, users }: Pick<CatalogFile, 'groups' | 'users'>,
): Promise<GeneratedKey[]> {
  const createdAt = tx.app.clock.now();
  for (const group of groups) tx.em.create(GroupEntity, { ...group, createdAt });
  for (const { username, permissions } of users)
    tx.em.create(UserEntity, { username, permissions, isActive: true, createdAt });
  await tx.em.flush();

  const generated: GeneratedKey[] = [];
  for (const { username, groups: uids, apiKeys } of users) {
    for (const uid of uids) {
      tx.em.create(MembershipEntity, {
        user: tx.em.getReference(UserEntity, username),
        group: tx.em.getReference(GroupEntity, uid),
      });
    }
    for (const { label, text, permissions = null } of apiKeys) {
      const stored = storeKey(tx, { username, label, permissions, text });
      if (text === undefined) generated.push({ username, label, text: stored.text });
    }
  }
  await tx.em.flush();
  return generated;
}
