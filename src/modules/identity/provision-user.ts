import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { type DatabaseClient, firstRow } from '#platform/database/database-client.ts';
import { storeWrite } from '#platform/database/route-reads.ts';
import type { VerifiedToken } from '#platform/token-verifier.ts';
import { recordChange } from '#api/record-change.ts';
import { fail } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { asUser } from './as-user.ts';
import { type ClaimNames, claimedProfile, takeProfile } from './claimed-profile.ts';
import { isGroupUid, isUsername } from './identity.rules.ts';

/** The person of a token as stored, and how the groups of the token differ from the memberships that the provider has given. */
interface Person {
  readonly uid: string;
  readonly username: string;
  /** Whether a newer token was seen, whose groups count. */
  readonly isOutdated: boolean;
  readonly hasTheseGroups: boolean;
  /** Whether the provider gave these names and this address before. */
  readonly hasThisProfile: boolean;
}

/**
 * Returns the uid of the identity of a token's person. Creates the user at the first visit where the provider may, and gives the user the
 * groups, the names and the address of the newest token. Fails NO_ACCOUNT, and EMAIL_TAKEN for a new user.
 */
export async function provision(ctx: RequestContext, provider: TokenProvider, token: VerifiedToken): Promise<string> {
  const known = await findPerson(ctx.db, provider, token);
  if (known?.isOutdated) return known.uid;
  if (known?.hasTheseGroups && known.hasThisProfile) {
    await rememberToken(ctx.db, known.uid, token);
    return known.uid;
  }
  const { uid, username } = await inTransaction(ctx, (tx) => changePerson(tx, provider, token));
  // The replica, if there is one, does not have the user yet.
  if (ctx.app.replica) await storeWrite(ctx.app.db, username);
  return uid;
}

/** Users and memberships change one at a time, as in `changeIdentity`. */
async function changePerson(
  tx: RequestContext,
  provider: TokenProvider,
  token: VerifiedToken,
): Promise<Pick<Person, 'uid' | 'username'>> {
  await tx.db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.identity}::bigint)`);
  const known = await findPerson(tx.db, provider, token, sqlText('for update of i'));
  if (known?.isOutdated) return known;
  const person = known ?? (await createExternalUser(tx, provider, token));
  if (known?.hasTheseGroups !== true)
    await replaceProvidedGroups(tx, provider, person.username, claimedGroups(token.claims, provider.groupsClaim));
  if (known?.hasThisProfile !== true)
    await takeProfile(
      tx,
      { identityUid: person.uid, username: person.username, isNew: known === undefined },
      claimedProfile(token.claims, provider.claimNames),
    );
  await rememberToken(tx.db, person.uid, token);
  return person;
}

const findPerson = (
  db: DatabaseClient,
  provider: TokenProvider,
  { subject, issuedAt, claims }: VerifiedToken,
  lock: Sql = sqlText(''),
): Promise<Person | undefined> =>
  firstRow<Person>(
    db,
    sql`
    select i.uid, i.username, coalesce(i.token_issued_at > ${issuedAt}, false) as "isOutdated",
      array(select m.group_uid
        from membership m
        where m.username = i.username and m.provider_uid = i.provider_uid
        order by 1) =
      array(select g.uid
        from user_group g
        where g.uid = any(${claimedGroups(claims, provider.groupsClaim)}::text[]) and not exists (
        select 1 from membership m
        where m.username = i.username and m.group_uid = g.uid and m.provider_uid is distinct from i.provider_uid)
        order by 1)
      as "hasTheseGroups", i.profile @> ${JSON.stringify(claimedProfile(claims, provider.claimNames))}::jsonb as "hasThisProfile"
    from external_identity i where i.provider_uid = ${provider.uid} and i.subject = ${subject} ${lock}`,
  );

const rememberToken = (db: DatabaseClient, uid: string, { issuedAt }: VerifiedToken): Promise<unknown> =>
  db.rows(sql`
    update external_identity set token_issued_at = ${issuedAt}
    where uid = ${uid} and (token_issued_at is null or token_issued_at < ${issuedAt})`);

/** Makes a user a member of the existing groups, and ends only the other memberships that the provider gave. */
async function replaceProvidedGroups(
  tx: RequestContext,
  provider: TokenProvider,
  username: string,
  groups: readonly string[],
): Promise<void> {
  const changed = await tx.db.rows(sql`
    with ended as (
      delete from membership
      where username = ${username} and provider_uid = ${provider.uid} and group_uid <> all(${groups}::text[])
      returning 1
    ), added as (
      insert into membership (username, group_uid, provider_uid)
      select ${username}::text, g.uid, ${provider.uid}::text from user_group g where g.uid = any(${groups}::text[])
      on conflict do nothing returning 1
    ) select 1 from ended union all select 1 from added`);
  if (changed.length > 0)
    await recordChange(asUser(tx, username), { action: 'provisionGroups', type: 'User', input: { groups } }, username);
}

/**
 * Creates the user of a person who visits for the first time, and the identity by which later tokens find the user. The user has no rights
 * and a name that no user has. Fails NO_ACCOUNT when the provider may not create users.
 */
async function createExternalUser(
  tx: RequestContext,
  provider: TokenProvider,
  { subject, claims }: VerifiedToken,
): Promise<{ readonly uid: string; readonly username: string }> {
  if (!provider.createsUsers) fail('NO_ACCOUNT');
  const uid = newUid('externalIdentity');
  const username = await freeUsername(tx, claimedUsername(claims, provider.claimNames), uid);
  const now = tx.app.clock.now();
  await tx.db.rows(sql`insert into user_account (username, created_at) values (${username}, ${now})`);
  await tx.db.rows(sql`
    insert into external_identity (uid, provider_uid, subject, username, created_at)
    values (${uid}, ${provider.uid}, ${subject}, ${username}, ${now})`);
  await recordChange(
    asUser(tx, username),
    { action: 'provisionUser', type: 'User', input: { provider: provider.uid, subject } },
    username,
  );
  return { uid, username };
}

/** The name, or where a user has it in any case, the name with a suffix: no one gets a name that others know as someone else's. */
async function freeUsername({ db }: RequestContext, name: string, identityUid: string): Promise<string> {
  const isTaken = await firstRow(db, sql`select 1 from user_account where lower(username) = lower(${name})`);
  return isTaken ? `${name}-${identityUid.slice(-6)}` : name;
}

type Claims = Readonly<Record<string, unknown>>;

/** Leaves room for a suffix. */
const maxUsernameLength = 140;

/** The claims that may name a person, after the one that the provider's settings name; the best first. */
const nameClaims = ['preferred_username', 'email', 'sub'];

/**
 * A username for a new user, made of a claim. It names the user and identifies no one: where it is taken, the new user gets another.
 */
function claimedUsername(claims: Claims, { username }: ClaimNames): string {
  const names = [...(username === null ? [] : [username]), ...nameClaims]
    .map((name) => claims[name])
    .filter((name) => typeof name === 'string');
  return names.map(toUsername).find(isUsername) ?? 'user';
}

/** Replaces what a username may not have. */
export const toUsername = (name: string): string =>
  name
    .slice(0, maxUsernameLength)
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._@+-]+/gu, '-')
    .slice(0, maxUsernameLength);

/** The uids of groups that a claim names, in a list or alone. Whether there are such groups is not checked. */
const claimedGroups = (claims: Claims, claim: string | null): readonly string[] =>
  claim === null
    ? []
    : [claims[claim]].flat().filter((name): name is string => typeof name === 'string' && isGroupUid(name));

/** A provider whose tokens are accepted. */
export interface TokenProvider {
  readonly uid: string;
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly groupsClaim: string | null;
  readonly claimNames: ClaimNames;
  readonly createsUsers: boolean;
  /** What the provider requires of tokens, as one text; a token that was verified by other rules is verified again. */
  readonly rules: string;
}

/** Condition: tokens of the provider `ip` are accepted. */
export const acceptsTokens = sqlText(`ip.is_active and ip.type = 'OIDC' and ip.issuer is not null`);

/** Condition: people sign in here with a provider. */
export const startsSignIn = (provider: Sql): Sql =>
  sql`(${provider}.is_active and ${provider}.type = 'OIDC' and ${provider}.issuer is not null and ${provider}.client_id is not null)`;

/** The expression of `TokenProvider.rules` for the provider `ip`. */
export const tokenRulesColumn = sqlText(
  `jsonb_build_array(ip.issuer, ip.audiences, ip.groups_claim, ip.username_claim, ip.first_name_claim, ip.last_name_claim, ip.email_claim)::text`,
);

/** The columns of a `TokenProvider` of the provider `ip`. */
export const tokenProviderColumns = sql`ip.uid, ip.issuer, ip.audiences, ip.groups_claim as "groupsClaim",
  json_build_object('username', ip.username_claim, 'firstName', ip.first_name_claim, 'lastName', ip.last_name_claim,
    'email', ip.email_claim) as "claimNames",
  ip.creates_users as "createsUsers", ${tokenRulesColumn} as rules`;

/** Finds the provider whose tokens name an issuer; undefined when none accepts them. */
export const findTokenProvider = (db: DatabaseClient, issuer: string): Promise<TokenProvider | undefined> =>
  firstRow<TokenProvider>(
    db,
    sql`
    select ${tokenProviderColumns} from identity_provider ip where ip.issuer = ${issuer} and ${acceptsTokens}`,
  );
