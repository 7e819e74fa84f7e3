import type { AuditedChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { textByLanguage } from '#api/types/typed-value.type.ts';
import { newUid } from '#kernel/ids.ts';
import { IdentityProviderEntity, providerTypes } from './identity.entity.ts';
import type {
  CreateIdentityProviderInput,
  DeleteIdentityProviderInput,
  LinkIdentityInput,
  UnlinkIdentityInput,
  UpdateIdentityProviderInput,
} from './identity-provider.inputs.ts';
import { checkClientSecret, checkProvider, checkTokenSettings, tokenSettings } from './identity-provider.rules.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { requirePermission } from '#api/session.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { changeIdentity, withAuditEntry } from './valid-key.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { endSessionsOf } from './sessions.service.ts';
import { clientSecretOf } from './sign-in.service.ts';
import { isSubject } from '#platform/token-verifier.ts';

/** Adds a provider and returns its uid. Fails as `changeProviders` does, and with INVALID_INPUT when a value is invalid. */
export const createIdentityProvider = (ctx: RequestContext, input: CreateIdentityProviderInput): Promise<string> =>
  changeProviders(ctx, { action: 'createIdentityProvider', type: 'IdentityProvider', input }, async (tx) => {
    checkProvider(input);
    checkClientSecret(input.clientSecret);
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
      labels: textByLanguage(labels),
      isDefaultLogin,
      isActive: input.isActive ?? true,
      clientSecret: encryptedSecret(tx, uid, input.clientSecret ?? null),
      ...tokens,
    });
    return uid;
  });

/** Changes a provider and returns its uid. Fails as `changeProviders` does, NOT_FOUND and INVALID_INPUT. */
export const updateIdentityProvider = (ctx: RequestContext, input: UpdateIdentityProviderInput): Promise<string> =>
  changeProviders(ctx, { action: 'updateIdentityProvider', type: 'IdentityProvider', input }, async (tx) => {
    const { uid, type, name, loginLink, labels, isDefaultLogin, isActive } = input;
    const provider = (await tx.em.findOne(IdentityProviderEntity, { uid })) ?? fail('NOT_FOUND');
    checkProvider(input);
    checkClientSecret(input.clientSecret);
    const tokens = tokenSettings(input, provider);
    const isChanged = provider.issuer !== tokens.issuer || provider.clientId !== tokens.clientId;
    await checkTokenSettings(tx, { uid, type: type ?? provider.type, ...tokens });
    if (isDefaultLogin === true && !provider.isDefaultLogin) await clearDefaultLogin(tx);
    if (type) tx.em.assign(provider, { type, place: providerTypes.indexOf(type) });
    provider.name = name ?? provider.name;
    provider.loginLink = loginLink ?? provider.loginLink;
    provider.labels = labels ? textByLanguage(labels) : provider.labels;
    if (isDefaultLogin !== undefined) provider.isDefaultLogin = isDefaultLogin ?? false;
    if (isActive !== undefined) provider.isActive = isActive ?? true;
    tx.em.assign(provider, tokens);
    if (input.clientSecret !== undefined) provider.clientSecret = encryptedSecret(tx, uid, input.clientSecret);
    if (isChanged || !provider.isActive) await endSessionsOf(tx, { provider: uid });
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

/** The stored form of the secret of a client. */
const encryptedSecret = ({ app }: RequestContext, uid: string, secret: string | null): string | null =>
  secret === null ? null : app.secrets.encrypt(secret, clientSecretOf(uid));

/** Unsets the current default provider. */
const clearDefaultLogin = async ({ db }: RequestContext): Promise<void> => {
  await db.rows(sql`update identity_provider set is_default_login = false where is_default_login`);
};

/**
 * Links an account at a sign-in provider to a user, and returns the uid of the identity. Fails as `changeIdentity` does, and with
 * INVALID_INPUT for a value that is invalid or an account or user that is already linked.
 */
export async function linkIdentity(ctx: RequestContext, input: LinkIdentityInput): Promise<string> {
  const { username, provider, subject } = input;
  let uid = '';
  await changeIdentity(ctx, { action: 'linkIdentity', type: 'User', input }, async (tx) => {
    await checkAllAsync(
      () => requireExisting(tx, input),
      () => {
        checkSubject(subject, 'subject');
      },
    );
    uid = newUid('externalIdentity');
    await storeIdentity(tx, { uid, username, provider, subject, field: 'subject' });
    return username;
  });
  return uid;
}

/** Fails INVALID_INPUT under `field` for a text that is no claim `sub`. */
function checkSubject(subject: string, field: string): void {
  if (!isSubject(subject)) failFields({ [field]: ['Give 1 to 255 ASCII characters.'] });
}

/** An account at a provider, and the user that it is linked to; `field` names the subject in errors. */
interface NewIdentity {
  readonly uid: string;
  readonly username: string;
  readonly provider: string;
  readonly subject: string;
  readonly field: string;
}

/** Stores an identity. Fails INVALID_INPUT for a subject that is invalid, or that is linked already. */
export async function storeIdentity(
  { db, app }: RequestContext,
  { uid, username, provider, subject, field }: NewIdentity,
): Promise<void> {
  checkSubject(subject, field);
  const linked = await firstRow(
    db,
    sql`
    insert into external_identity (uid, provider_uid, subject, username, created_at)
    values (${uid}, ${provider}, ${subject}, ${username}, ${app.clock.now()})
    on conflict (provider_uid, subject) do nothing returning 1`,
  );
  if (!linked) failFields({ [field]: ['This account is linked to a user already. Unlink it first.'] });
}

/** Removes an identity with the memberships that its provider gave, and returns its uid. Fails as `changeIdentity`, and NOT_FOUND. */
export async function unlinkIdentity(ctx: RequestContext, input: UnlinkIdentityInput): Promise<string> {
  await changeIdentity(ctx, { action: 'unlinkIdentity', type: 'User', input }, async ({ db }) => {
    const removed = await firstRow<{ username: string }>(
      db,
      sql`
      with removed as (delete from external_identity where uid = ${input.uid} returning username, provider_uid),
        ended as (
        delete from membership m
        using removed
        where m.username = removed.username and m.provider_uid = removed.provider_uid)
      select username from removed`,
    );
    return removed?.username ?? fail('NOT_FOUND');
  });
  return input.uid;
}

/** Fails INVALID_INPUT when there is no such user or provider, or the user already has an identity at the provider. */
async function requireExisting({ db }: RequestContext, { username, provider }: LinkIdentityInput): Promise<void> {
  const found = await firstRow<{ hasUser: boolean; hasProvider: boolean; isLinked: boolean }>(
    db,
    sql`
    select exists (select 1 from user_account where username = ${username}) as "hasUser",
      exists (select 1 from identity_provider where uid = ${provider}) as "hasProvider",
      exists (select 1 from external_identity where username = ${username} and provider_uid = ${provider}) as "isLinked"`,
  );
  if (!found?.hasUser || !found.hasProvider)
    failFields({
      ...(found?.hasUser ? {} : { username: [`There is no user ${username}.`] }),
      ...(found?.hasProvider ? {} : { provider: [`There is no provider ${provider}.`] }),
    });
  if (found.isLinked)
    failFields({ username: [`${username} has an identity at this provider already. Unlink it first.`] });
}
