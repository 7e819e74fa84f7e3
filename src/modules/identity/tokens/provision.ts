import type { RequestContext } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { type DatabaseClient, firstRow } from '#platform/database/database-client.ts';
import { storeWrite } from '#platform/database/replica/caller-writes.ts';
import type { VerifiedToken } from '#platform/openid/token-verifier.ts';
import { claimedGroups } from './claims.ts';
import { asUser, createExternalUser } from './create-external-user.ts';
import type { TokenProvider } from './token-provider.ts';
import { recordChange } from '#api/audit/record-change.ts';

/** The person of a token as stored, and how the groups of the token differ from the memberships that the provider has given. */
interface Person {
  readonly uid: string;
  readonly username: string;
  /** Whether a newer token was seen, whose groups count. */
  readonly isOutdated: boolean;
  readonly hasTheseGroups: boolean;
}

/**
 * Returns the uid of the identity of a token's person. Creates the user at the first visit where the provider may, and gives the user the
 * groups of the newest token. Fails NO_ACCOUNT.
 */
export async function provision(ctx: RequestContext, provider: TokenProvider, token: VerifiedToken): Promise<string> {
  const known = await findPerson(ctx.db, provider, token);
  if (known?.isOutdated) return known.uid;
  if (known?.hasTheseGroups) {
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
      array(select m.group_uid from membership m where m.username = i.username and m.provider_uid = i.provider_uid order by 1) =
      array(select g.uid from user_group g where g.uid = any(${claimedGroups(claims, provider.groupsClaim)}::text[]) and not exists (
        select 1 from membership m
        where m.username = i.username and m.group_uid = g.uid and m.provider_uid is distinct from i.provider_uid) order by 1)
      as "hasTheseGroups"
    from external_identity i where i.provider_uid = ${provider.uid} and i.subject = ${subject} ${lock}`,
  );

const rememberToken = (db: DatabaseClient, uid: string, { issuedAt }: VerifiedToken): Promise<unknown> =>
  db.rows(sql`
    update external_identity set token_issued_at = ${issuedAt}
    where uid = ${uid} and (token_issued_at is null or token_issued_at < ${issuedAt})`);

/**
 * Makes a user a member of those of the groups that exist, and ends the other memberships that the provider has given. Memberships that an
 * administrator gave stay.
 */
async function replaceProvidedGroups(
  tx: RequestContext,
  provider: TokenProvider,
  username: string,
  groups: readonly string[],
): Promise<void> {
  const changed = await tx.db.rows(sql`
    with ended as (
      delete from membership where username = ${username} and provider_uid = ${provider.uid} and group_uid <> all(${groups}::text[])
      returning 1
    ), added as (
      insert into membership (username, group_uid, provider_uid)
      select ${username}::text, g.uid, ${provider.uid}::text from user_group g where g.uid = any(${groups}::text[])
      on conflict do nothing returning 1
    ) select 1 from ended union all select 1 from added`);
  if (changed.length > 0)
    await recordChange(asUser(tx, username), { action: 'provisionGroups', type: 'User', input: { groups } }, username);
}
