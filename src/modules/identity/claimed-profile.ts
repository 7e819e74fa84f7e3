import { recordChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { asUser } from './as-user.ts';
import { assignments, isEmail } from './user-fields.ts';

/** What the claims of a token say of a person. A claim that is absent, empty or not usable says nothing. */
export type ClaimedProfile = Readonly<Partial<Record<ProfileField, string>>>;

/** The columns of a user, by field. */
const columns = { firstName: 'first_name', lastName: 'last_name', email: 'email' } as const;

type ProfileField = keyof typeof columns;

const fields = ['firstName', 'lastName', 'email'] as const satisfies readonly ProfileField[];

const maxNameLength = 200;

/** The claims by which a provider describes its persons; null for the standard ones. */
export interface ClaimNames extends Readonly<Record<ProfileField, string | null>> {
  readonly username: string | null;
}

/**
 * Reads the claims of a provider, by default the standard ones (OpenID Connect Core 1.0, 5.1). An address in `email` does not count where the provider
 * says that it is not verified.
 */
export function claimedProfile(claims: Readonly<Record<string, unknown>>, names: ClaimNames): ClaimedProfile {
  const firstName = claims[names.firstName ?? 'given_name'];
  const lastName = claims[names.lastName ?? 'family_name'];
  const emailClaim = names.email ?? 'email';
  const email = claims[emailClaim];
  const isVerified = emailClaim !== 'email' || String(claims['email_verified']) !== 'false';
  return {
    ...(isName(firstName) && { firstName }),
    ...(isName(lastName) && { lastName }),
    ...(typeof email === 'string' && isEmail(email) && isVerified && { email }),
  };
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  value.length <= maxNameLength &&
  !value.includes('\0') &&
  value.isWellFormed();

/** The fields of a user now, and as the provider gave them last. */
interface KnownProfile {
  readonly current: Readonly<Record<ProfileField, string>>;
  readonly provided: ClaimedProfile;
  /** Whether another user has the claimed address. */
  readonly isEmailTaken: boolean;
}

/** The person whose profile is taken. */
interface ProfiledPerson {
  readonly identityUid: string;
  readonly username: string;
  readonly isNew: boolean;
}

/**
 * Gives a user the names and the address that a token claims. A field that differs from what the provider gave last was changed here, and stays. An address
 * that another user has stays with that user; for a new user it fails EMAIL_TAKEN. Needs the lock of identities.
 */
export async function takeProfile(
  tx: RequestContext,
  { identityUid, username, isNew }: ProfiledPerson,
  claimed: ClaimedProfile,
): Promise<void> {
  const known = await firstRow<KnownProfile>(
    tx.db,
    sql`
    select json_build_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email) as current,
      i.profile as provided,
      exists (select 1 from user_account o
        where lower(o.email) = lower(${claimed.email ?? ''}::text) and o.email <> '' and o.username <> u.username) as "isEmailTaken"
    from external_identity i join user_account u on u.username = i.username where i.uid = ${identityUid}`,
  );
  if (!known) return;
  const { current, provided, isEmailTaken } = known;
  if (isNew && isEmailTaken) fail('EMAIL_TAKEN');
  const { email, ...names } = claimed;
  const taken: ClaimedProfile = isEmailTaken || email === undefined ? names : { ...names, email };
  const changed = fields.filter(
    (field) =>
      taken[field] !== undefined && taken[field] !== current[field] && current[field] === (provided[field] ?? ''),
  );
  if (changed.length > 0) {
    const values = changed.map((field) => [columns[field], sql`${taken[field] ?? ''}`] as const);
    await tx.db.rows(
      sql`update user_account set ${assignments(Object.fromEntries(values))} where username = ${username}`,
    );
    const input = Object.fromEntries(changed.map((field) => [field, true]));
    await recordChange(asUser(tx, username), { action: 'provisionProfile', type: 'User', input }, username);
  }
  await tx.db.rows(sql`
    update external_identity set profile = profile || ${JSON.stringify(taken)}::jsonb where uid = ${identityUid}`);
}
