import { recordChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { domainPermissions, type Permission, requireAccount, requirePermission, type Session } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { checkAll, checkAllAsync } from '#kernel/check-all.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { CreateApiKeyInput, RevokeApiKeyInput, UpdateApiKeyInput } from './identity.inputs.ts';
import { checkDatasetUids, checkPermissions, checkText } from './identity.rules.ts';
import { lockCurrentKey } from './valid-key.ts';
import { randomBytes } from 'node:crypto';
import { newUid } from '#kernel/ids.ts';
import { apiKeys } from './identity.source.ts';
import { ApiKeyEntity, UserEntity } from './identity.entity.ts';
import { hashKey } from './session-lookup.ts';

/** How many valid keys a user may have; revoked and expired keys do not count. */
const maxKeys = 50;

/**
 * Creates a key for the caller, or with `administer` for any user. Without `administer`, the new key must not exceed the scopes or the
 * expiry of the key in use. Fails UNAUTHORIZED without a valid key, LIMITED_KEY with a key that is limited to datasets, PERMISSION_DENIED when the key in use lacks `administer` for another
 * user or a requested scope, and INVALID_INPUT when a value is invalid or the user has too many keys.
 */
export async function createApiKey(ctx: RequestContext, input: CreateApiKeyInput): Promise<StoredKey> {
  const account = requireAccount(ctx.session);
  const username = input.username ?? account;
  const { isReadOnly, datasetUids = null } = input;
  if (username !== account) requirePermission(ctx.session, 'administer');
  const permissions = limitPermissions(ctx.session, input.permissions ?? null);
  return inTransaction(ctx, async (tx) => {
    const [, , , , expiresAt] = await checkAllAsync(
      () => {
        checkPermissions(permissions);
      },
      () => {
        checkText('label', input.label ?? '');
      },
      () => {
        if (datasetUids !== null) checkDatasetUids(datasetUids);
      },
      async () => {
        await lockOwner(tx, username);
        await checkKeyLimit(tx, username);
      },
      async () => limitExpiry(tx, input.expiresAt ?? null, (await lockCurrentKey(tx)).expiresAt),
    );
    const stored = storeKey(tx, {
      username,
      label: input.label ?? '',
      permissions,
      isReadOnly: isReadOnly ?? false,
      datasets: datasetUids,
      expiresAt,
    });
    await recordChange(tx, { action: 'createApiKey', type: 'ApiKey', input }, stored.uid);
    return stored;
  });
}

/** The scopes of the new key; null for all rights of its owner, with `administer`. Fails PERMISSION_DENIED for more. */
function limitPermissions(session: Session, requested: readonly Permission[] | null): readonly Permission[] | null {
  if (requested === null) return session.scopes.has('administer') ? null : [...session.scopes];
  const exceeded = findExceededScope(session, requested);
  return exceeded === undefined ? requested : fail('PERMISSION_DENIED', { permission: exceeded });
}

/** When the new key expires; null for never. `limit` is when the key in use expires. Fails INVALID_INPUT. */
function limitExpiry({ app, session }: RequestContext, requested: string | null, limit: string | null): Date | null {
  const expiresAt = requested === null ? null : new Date(requested);
  if (expiresAt && expiresAt <= app.clock.now()) failFields({ expiresAt: ['Give a time in the future.'] });
  if (limit === null || session.permissions.has('administer')) return expiresAt;
  if (expiresAt && expiresAt > new Date(limit))
    failFields({ expiresAt: [`The key in use expires at ${limit}; a key created with it cannot last longer.`] });
  return expiresAt ?? new Date(limit);
}

/** Fails INVALID_INPUT when the owner already has the maximum number of valid keys. */
async function checkKeyLimit({ db }: RequestContext, username: string): Promise<void> {
  const found = await firstRow<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from api_key
    where username = ${username} and revoked_at is null and (expires_at is null or expires_at > now())`,
  );
  if (found && found.count >= maxKeys)
    failFields({ username: [`${username} has ${found.count} valid keys; ${maxKeys} are allowed. Revoke one first.`] });
}

/**
 * Locks the owner until the transaction ends, so that the owner is not deleted and gets no other key meanwhile. Call this function before
 * `lockCurrentKey`: the deletion of a user locks the user before the keys, and the same order here prevents a deadlock.
 */
async function lockOwner({ db }: RequestContext, username: string): Promise<void> {
  const owner = await firstRow(db, sql`select 1 from user_account where username = ${username} for no key update`);
  if (!owner) failFields({ username: [`There is no user ${username}.`] });
}

/** The properties of a new key. */
interface NewKey {
  /** Default: a generated uid. */
  readonly uid?: string;
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
  {
    uid = newUid('apiKey'),
    username,
    label,
    permissions,
    isReadOnly = false,
    datasets = null,
    expiresAt = null,
    text = newKeyText(),
  }: NewKey,
): StoredKey {
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
export function revokeApiKey(ctx: RequestContext, input: RevokeApiKeyInput): Promise<string> {
  const { uid, reason } = input;
  const isInUse = uid === ctx.session.keyUid;
  if (!isInUse) requireAccount(ctx.session);
  return inTransaction(ctx, async (tx) => {
    await lockKey(tx, uid, isInUse);
    checkText('reason', reason ?? '');
    await tx.db.rows(sql`
      update api_key set revoked_at = ${tx.app.clock.now()}, revocation_reason = ${reason ?? ''}
      where uid = ${uid} and revoked_at is null`);
    await recordChange(tx, { action: 'revokeApiKey', type: 'ApiKey', input }, uid);
    return uid;
  });
}

/**
 * Changes the label and the scopes of a key, from its next request on. Neither its present scopes nor the new ones may exceed those of the key
 * in use. Fails as `revokeApiKey` does, also for the key in use where it is limited to datasets, and INVALID_INPUT for a revoked key.
 */
export function updateApiKey(ctx: RequestContext, input: UpdateApiKeyInput): Promise<string> {
  requireAccount(ctx.session);
  const { uid, label } = input;
  return inTransaction(ctx, async (tx) => {
    const { isRevoked } = await lockKey(tx, uid, false);
    await lockCurrentKey(tx);
    const permissions = input.permissions === undefined ? undefined : limitPermissions(tx.session, input.permissions);
    checkAll(
      () => {
        if (isRevoked) failFields({ uid: ['This key is revoked, which is permanent. Create another one.'] });
      },
      () => {
        checkPermissions(permissions);
      },
      () => {
        checkText('label', label ?? '');
      },
    );
    await tx.db.rows(sql`
      update api_key
      set label = ${label === undefined ? sqlText('label') : sql`${label ?? ''}::text`},
        permissions = ${permissions === undefined ? sqlText('permissions') : sql`${permissions}::text[]`}
      where uid = ${uid}`);
    await recordChange(tx, { action: 'updateApiKey', type: 'ApiKey', input }, uid);
    return uid;
  });
}

/**
 * Locks a key until the transaction ends. Fails NOT_FOUND for a key that the caller may not see, and PERMISSION_DENIED for one with scopes beyond
 * those of the key in use.
 */
async function lockKey(tx: RequestContext, uid: string, isInUse: boolean): Promise<{ readonly isRevoked: boolean }> {
  const t = sqlText('t');
  const key =
    (await firstRow<{ permissions: readonly Permission[] | null; isRevoked: boolean }>(
      tx.db,
      sql`
      select t.permissions, t.revoked_at is not null as "isRevoked"
      from api_key t
      where t.uid = ${uid} and ${isInUse ? sqlText('true') : apiKeys.visible(tx.session, t)}
      for update`,
    )) ?? fail('NOT_FOUND');
  const permission = isInUse ? undefined : findExceededScope(tx.session, key.permissions);
  return permission === undefined ? key : fail('PERMISSION_DENIED', { permission });
}

/** The first of these permissions that is not a scope of the session, or undefined; null permissions stand for all. */
export const findExceededScope = (
  { scopes }: Session,
  permissions: readonly Permission[] | null,
): Permission | undefined => (permissions ?? domainPermissions).find((permission) => !scopes.has(permission));
