import { recordChange } from '#api/audit/record-change.ts';
import { randomBytes } from 'node:crypto';
import type { RequestContext } from '#api/context.ts';
import { domainPermissions, type Permission } from '#api/session/permissions.ts';
import { requireAccount, type Session } from '#api/session/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { fail } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { apiKeys } from '../identity.source.ts';
import { UserEntity } from '../users/user.entity.ts';
import { ApiKeyEntity } from './api-key.entity.ts';
import type { RevokeApiKeyInput } from './api-key.inputs.ts';
import { hashKey } from './hash-key.ts';

/** The properties of a new key. */
export interface NewKey {
  readonly username: string;
  readonly label: string;
  /** The scopes of the key; null for all rights of its owner. */
  readonly permissions: readonly Permission[] | null;
  readonly isReadOnly?: boolean;
  /** The uids of the datasets that the key is limited to; null for no such limit. */
  readonly datasets?: readonly string[] | null;
  readonly expiresAt?: Date | null;
  /** The key's text, when it is not generated. */
  readonly text?: string | undefined;
}

/** The uid of a new key, and its text, which is returned only once. */
export interface StoredKey {
  readonly uid: string;
  readonly text: string;
}

/** Stores a new key. */
export function storeKey(
  tx: RequestContext,
  { username, label, permissions, isReadOnly = false, datasets = null, expiresAt = null, text = newKeyText() }: NewKey,
): StoredKey {
  const uid = newUid('apiKey');
  tx.em.create(ApiKeyEntity, {
    uid,
    label,
    owner: tx.em.getReference(UserEntity, username),
    hash: hashKey(text),
    permissions: permissions === null ? null : [...permissions],
    isReadOnly,
    datasets: datasets === null ? null : [...datasets],
    expiresAt,
    createdAt: tx.app.clock.now(),
  });
  return { uid, text };
}

/** A random text of 256 bits. */
const newKeyText = (): string => randomBytes(32).toString('base64url');

/**
 * Revokes a key permanently. A key that is already revoked keeps the time of its first revocation. A key may revoke itself, also when it is
 * limited to datasets, and keys whose scopes do not exceed its own, so that a stolen key with few scopes cannot revoke others. Fails
 * UNAUTHORIZED, LIMITED_KEY, PERMISSION_DENIED, and NOT_FOUND for a key that the caller may not see.
 */
export function revokeApiKey(ctx: RequestContext, { uid }: RevokeApiKeyInput): Promise<string> {
  const isInUse = uid === ctx.session.keyUid;
  if (!isInUse) requireAccount(ctx.session);
  return inTransaction(ctx, async (tx) => {
    const t = sqlText('t');
    const key =
      (await firstRow<{ permissions: readonly Permission[] | null }>(
        tx.db,
        sql`
      select t.permissions from api_key t where t.uid = ${uid} and ${isInUse ? sqlText('true') : apiKeys.visible(tx.session, t)} for update`,
      )) ?? fail('NOT_FOUND');
    const permission = isInUse ? undefined : findExceededScope(tx.session, key.permissions);
    if (permission !== undefined) fail('PERMISSION_DENIED', { permission });
    await tx.db.rows(
      sql`update api_key set revoked_at = coalesce(revoked_at, ${tx.app.clock.now()}) where uid = ${uid}`,
    );
    await recordChange(tx, { action: 'revokeApiKey', type: 'ApiKey', input: { uid } }, uid);
    return uid;
  });
}

/** The first of these permissions that is not a scope of the session, or undefined; null permissions stand for all. */
export const findExceededScope = (
  { scopes }: Session,
  permissions: readonly Permission[] | null,
): Permission | undefined => (permissions ?? domainPermissions).find((permission) => !scopes.has(permission));
