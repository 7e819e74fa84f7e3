import type { AuditedChange } from '#api/audit/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { newUid } from '#kernel/ids.ts';
import { IdentityProviderEntity } from './identity-provider.entity.ts';
import type {
  CreateIdentityProviderInput,
  DeleteIdentityProviderInput,
  UpdateIdentityProviderInput,
} from './identity-provider.inputs.ts';
import { checkProvider, textLabels } from './identity-provider.rules.ts';
import { checkTokenSettings } from './token-settings.rules.ts';
import { tokenSettings } from './token-settings.ts';
import { providerTypes } from './provider-types.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { requirePermission } from '#api/session/session.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { withAuditEntry } from '../keys/current-key.ts';

/** Adds a provider and returns its uid. Fails as `changeProviders` does, and with INVALID_INPUT when a value is invalid. */
export const createIdentityProvider = (ctx: RequestContext, input: CreateIdentityProviderInput): Promise<string> =>
  changeProviders(ctx, { action: 'createIdentityProvider', type: 'IdentityProvider', input }, async (tx) => {
    checkProvider(input);
    const { type, name, loginLink, labels } = input;
    const isDefaultLogin = input.isDefaultLogin ?? false;
    const uid = newUid('identityProvider');
    const tokens = tokenSettings(input);
    await checkTokenSettings(tx, { uid, type, ...tokens });
    if (isDefaultLogin) await clearDefaultLogin(tx);
    tx.em.create(IdentityProviderEntity, {
      uid,
      type,
      place: providerTypes.indexOf(type),
      name,
      loginLink,
      labels: textLabels(labels),
      isDefaultLogin,
      isActive: input.isActive ?? true,
      ...tokens,
    });
    return uid;
  });

/**
 * Changes a provider and returns its uid. Fails as `changeProviders` does, and with NOT_FOUND when there is no such provider or
 * INVALID_INPUT when a value is invalid.
 */
export const updateIdentityProvider = (ctx: RequestContext, input: UpdateIdentityProviderInput): Promise<string> =>
  changeProviders(ctx, { action: 'updateIdentityProvider', type: 'IdentityProvider', input }, async (tx) => {
    const { uid, type, name, loginLink, labels, isDefaultLogin, isActive } = input;
    const provider = (await tx.em.findOne(IdentityProviderEntity, { uid })) ?? fail('NOT_FOUND');
    checkProvider(input);
    const tokens = tokenSettings(input, provider);
    await checkTokenSettings(tx, { uid, type: type ?? provider.type, ...tokens });
    if (isDefaultLogin === true && !provider.isDefaultLogin) await clearDefaultLogin(tx);
    if (type) tx.em.assign(provider, { type, place: providerTypes.indexOf(type) });
    provider.name = name ?? provider.name;
    provider.loginLink = loginLink ?? provider.loginLink;
    provider.labels = labels ? textLabels(labels) : provider.labels;
    if (isDefaultLogin !== undefined) provider.isDefaultLogin = isDefaultLogin ?? false;
    if (isActive !== undefined) provider.isActive = isActive ?? true;
    tx.em.assign(provider, tokens);
    return uid;
  });

/** Deletes a provider and returns its uid. Fails as `changeProviders` does, and with NOT_FOUND when there is no such provider. */
export const deleteIdentityProvider = (ctx: RequestContext, input: DeleteIdentityProviderInput): Promise<string> =>
  changeProviders(ctx, { action: 'deleteIdentityProvider', type: 'IdentityProvider', input }, async ({ db }) => {
    const deleted = await firstRow<{ uid: string }>(
      db,
      sql`delete from identity_provider where uid = ${input.uid} returning uid`,
    );
    return deleted?.uid ?? fail('NOT_FOUND');
  });

/**
 * Runs a change of the providers in a transaction. All changes go through this function, which records them in the audit log and runs them one at a time,
 * because at most one provider may be the default. Fails UNAUTHORIZED without a key, and PERMISSION_DENIED without `administer`.
 */
async function changeProviders(
  ctx: RequestContext,
  change: AuditedChange,
  apply: (tx: RequestContext) => Promise<string>,
): Promise<string> {
  requirePermission(ctx.session, 'administer');
  return withAuditEntry(ctx, change, async (tx) => {
    await tx.db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.providers}::bigint)`);
    return apply(tx);
  });
}

/** Unsets the current default provider. */
const clearDefaultLogin = async ({ db }: RequestContext): Promise<void> => {
  await db.rows(sql`update identity_provider set is_default_login = false where is_default_login`);
};
