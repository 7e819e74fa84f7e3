import type { RequestContext } from '../../../api/context.ts';
import type { Permission } from '../../../api/permissions.ts';
import { callerOf, requirePermission, type Session } from '../../../api/session.ts';
import { inTransaction } from '../../../api/transaction.ts';
import { checkAllAsync } from '../../../kernel/check-all.ts';
import { fail, failFields } from '../../../kernel/fail.ts';
import { sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import type { CreateApiKeyInput } from './api-key.inputs.ts';
import { exceededScope, type StoredKey, storeKey } from './api-keys.service.ts';
import { checkPermissions, checkText } from '../identity.rules.ts';
import { lockCurrentKey } from './current-key.ts';

/** How many valid keys a user may have: revoked and expired ones do not count. */
const maxKeys = 50;

/**
 * Makes a key for the caller, and with `administer` for anybody. A key never makes one that allows more or lasts longer
 * than itself, unless it has `administer`. Fails UNAUTHORIZED, PERMISSION_DENIED, INVALID_INPUT.
 */
export async function createApiKey(ctx: RequestContext, input: CreateApiKeyInput): Promise<StoredKey> {
  const username = input.username ?? callerOf(ctx.session);
  if (username !== callerOf(ctx.session)) requirePermission(ctx.session, 'administer');
  const permissions = permissionsWithin(ctx.session, input.permissions ?? null);
  return inTransaction(ctx, async (tx) => {
    const [, , , expiresAt] = await checkAllAsync(
      () => {
        checkPermissions(permissions);
      },
      () => {
        checkText('label', input.label ?? '');
      },
      async () => {
        await lockOwner(tx, username);
        await requireRoom(tx, username);
      },
      async () => expiryWithin(tx, input.expiresAt ?? null, (await lockCurrentKey(tx)).expiresAt),
    );
    return storeKey(tx, { username, label: input.label ?? '', permissions, expiresAt });
  });
}

/** What the new key allows; null, all that its owner may do, only from a key that allows everything itself. */
function permissionsWithin(session: Session, asked: readonly Permission[] | null): readonly Permission[] | null {
  if (asked === null) return session.scopes.has('administer') ? null : [...session.scopes];
  const beyond = exceededScope(session, asked);
  return beyond === undefined ? asked : fail('PERMISSION_DENIED', { permission: beyond });
}

/** When the new key ends. */
function expiryWithin({ app, session }: RequestContext, asked: string | null, limit: string | null): Date | null {
  const expiresAt = asked === null ? null : new Date(asked);
  if (expiresAt && expiresAt <= app.clock.now()) failFields({ expiresAt: ['Send a time to come.'] });
  if (limit === null || session.permissions.has('administer')) return expiresAt;
  if (expiresAt && expiresAt > new Date(limit))
    failFields({ expiresAt: [`The key in use ends at ${limit}; one made with it cannot last longer.`] });
  return expiresAt ?? new Date(limit);
}

/** Fails INVALID_INPUT when the owner has as many keys as a user may have. */
async function requireRoom({ db }: RequestContext, username: string): Promise<void> {
  const found = await firstRow<{ count: number }>(
    db,
    sql`
    select count(*)::int as count from api_key
    where username = ${username} and revoked_at is null and (expires_at is null or expires_at > now())`,
  );
  if (found && found.count >= maxKeys)
    failFields({ username: [`${username} has ${found.count} valid keys; ${maxKeys} are allowed. Revoke one first.`] });
}

/** Keeps the owner from being deleted, and from getting another key, before this one is stored; before the key in use, as a deletion locks them too. */
async function lockOwner({ db }: RequestContext, username: string): Promise<void> {
  const owner = await firstRow(db, sql`select 1 from user_account where username = ${username} for no key update`);
  if (!owner) failFields({ username: [`There is no user ${username}.`] });
}
