import { randomBytes } from 'node:crypto';
import type { RequestContext } from '#api/context.ts';
import type { Platform } from '#api/platform.ts';
import { recordChange } from '#api/record-change.ts';
import { inTransaction } from '#api/transaction.ts';
import { fail } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { SecretRecord } from '#platform/encryption.ts';
import {
  createOpenIdClient,
  type OpenIdRegistration,
  type ProviderReturn,
  type SignInChecks,
} from '#platform/open-id-client.ts';
import { createAddressCheck, createTokenVerifier } from '#platform/token-verifier.ts';
import { linkOwnIdentity } from './link-own-identity.ts';
import { asUser } from './as-user.ts';
import { provision, startsSignIn, type TokenProvider, tokenProviderColumns } from './provision-user.ts';
import { isActiveUser } from './active-user.ts';
import { hashKey } from './session-lookup.ts';

/** A provider with which people sign in here. */
interface SignInProvider extends TokenProvider, OpenIdRegistration {}

/** Where the browser goes to sign in, and what the answer of the provider is compared with. */
interface StartedSignIn {
  readonly url: string;
  readonly checks: SignInChecks;
}

/** The answer of a provider to a sign-in that has begun, as a browser brings it. */
interface SignInAnswer {
  readonly callback: URL;
  readonly checks: SignInChecks;
  /** The session of the person to whom the account is linked. */
  readonly linkingSession?: string | undefined;
  /** What the browser says it is. */
  readonly userAgent: string | undefined;
}

/** Signs people in with a browser. Each function fails NOT_FOUND for a provider with which no one signs in here, and PROVIDER_UNAVAILABLE. */
export interface SignIn {
  start(ctx: RequestContext, providerUid: string, redirectUri: string): Promise<StartedSignIn>;
  /**
   * Ends what `start` began, at the address to which the provider sent the browser, and begins a session. Returns the text of its cookie.
   * With the session that an invitation began, the account is linked to its user first. Fails SIGN_IN_REFUSED, INVALID_TOKEN, NO_ACCOUNT when
   * the person has no user and may not get one, and as `linkOwnIdentity`.
   */
  finish(ctx: RequestContext, providerUid: string, answer: SignInAnswer): Promise<string>;
  /**
   * The address at which a person signs out at a provider. Undefined for a provider that has none, or cannot be asked, and for one with which no one
   * signs in here.
   */
  signOutUrl(ctx: RequestContext, providerUid: string, back: ProviderReturn): Promise<string | undefined>;
}

/** Creates what signs people in, in a process. */
export function createSignIn({
  fetcher,
  clock,
  log,
  config,
  secrets,
}: Pick<Platform, 'fetcher' | 'clock' | 'log' | 'config' | 'secrets'>): SignIn {
  const isTrusted = createAddressCheck(config.fetchAllow);
  const client = createOpenIdClient({ fetcher, log, isTrusted });
  const verifier = createTokenVerifier({ fetcher, clock, log, isTrusted });

  const findProvider = async (ctx: RequestContext, uid: string): Promise<SignInProvider> =>
    (await readProvider(ctx, uid)) ?? fail('NOT_FOUND');

  async function readProvider({ db }: RequestContext, uid: string): Promise<SignInProvider | undefined> {
    const found = await firstRow<TokenProvider & { clientId: string; clientSecret: string | null; scopes: string[] }>(
      db,
      sql`
      select ${tokenProviderColumns}, ip.client_id as "clientId", ip.client_secret as "clientSecret", ip.scopes
      from identity_provider ip where ip.uid = ${uid} and ${startsSignIn(sqlText('ip'))}`,
    );
    if (!found) return undefined;
    const { clientSecret: sealed } = found;
    // The service encrypted a text for this record.
    const clientSecret = sealed === null ? undefined : (secrets.decrypt(sealed, clientSecretOf(uid)) as string);
    return { ...found, clientSecret };
  }

  return {
    async start(ctx, providerUid, redirectUri) {
      return client.start(await findProvider(ctx, providerUid), redirectUri);
    },
    async finish(ctx, providerUid, { callback, checks, linkingSession, userAgent }) {
      const provider = await findProvider(ctx, providerUid);
      const idToken = await client.finish(provider, callback, checks);
      const { issuer, clientId } = provider;
      const verified = await verifier.verify(idToken, { issuer, audiences: [clientId] });
      if (linkingSession !== undefined)
        await linkOwnIdentity(ctx, { provider, subject: verified.subject, linkingSession });
      return beginSession(ctx, provider, { identityUid: await provision(ctx, provider, verified), userAgent });
    },
    async signOutUrl(ctx, providerUid, back) {
      const provider = await readProvider(ctx, providerUid);
      return provider && client.signOutUrl(provider, back);
    },
  };
}

/** The record of the secret of a client. */
export const clientSecretOf = (providerUid: string): SecretRecord => ({
  table: 'identity_provider',
  uid: providerUid,
});

/** How many sessions a user may have; the next sign-in ends the oldest. */
const maxSessions = 20;

/** What is kept of what a browser says it is, in characters. */
const maxUserAgent = 300;

/** Begins a session of the user of an identity, and returns the text of its cookie. Fails SIGN_IN_REFUSED for a user who is not active. */
const beginSession = (
  ctx: RequestContext,
  provider: SignInProvider,
  { identityUid, userAgent }: { readonly identityUid: string; readonly userAgent: string | undefined },
): Promise<string> =>
  inTransaction(ctx, async (tx) => {
    // One sign-in of a user after another, so that the number of sessions is right.
    const user =
      (await firstRow<{ username: string }>(
        tx.db,
        sql`
        select u.username
        from user_account u
        join external_identity i on i.username = u.username
        where i.uid = ${identityUid} and ${isActiveUser}
        for no key update of u`,
      )) ?? fail('SIGN_IN_REFUSED', { reason: 'It did, but your user is not active here; ask an administrator.' });
    return storeSession(tx, { ...user, identityUid, userAgent, input: { provider: provider.uid } });
  });

/** A session that begins. */
interface NewSession {
  readonly username: string;
  /** The account by which the person signed in; null after an invitation. */
  readonly identityUid: string | null;
  readonly userAgent: string | undefined;
  /** What the audit log names as the input. */
  readonly input: object;
}

/** Stores a session of a user whose row is locked, ends the oldest one above the maximum, and returns the text of its cookie. */
export async function storeSession(
  tx: RequestContext,
  { username, identityUid, userAgent, input }: NewSession,
): Promise<string> {
  const text = randomBytes(32).toString('base64url');
  const { clock, config } = tx.app;
  const now = clock.now();
  await tx.db.rows(sql`
    delete from sign_in_session where uid in (
      select s.uid from sign_in_session s where s.username = ${username}
      order by s.created_at desc, s.uid offset ${maxSessions - 1}::int)`);
  await tx.db.rows(sql`
    insert into sign_in_session (uid, hash, username, identity_uid, user_agent, created_at, last_seen_at, expires_at)
    values (${newUid('signInSession')}, ${hashKey(text)}, ${username}, ${identityUid},
      ${userAgent?.slice(0, maxUserAgent) ?? null}::text, ${now}, now(), now() + make_interval(hours => ${config.sessions.hours}::int))`);
  await tx.db.rows(sql`
    insert into user_activity (username, last_seen_at, last_login_at) values (${username}, now(), now())
    on conflict (username) do update set last_seen_at = excluded.last_seen_at, last_login_at = excluded.last_login_at`);
  await recordChange(asUser(tx, username), { action: 'signIn', type: 'User', input }, username);
  return text;
}
