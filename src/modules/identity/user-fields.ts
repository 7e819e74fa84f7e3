import type { RequestContext } from '#api/context.ts';
import { checkAllAsync } from '#kernel/check-all.ts';
import { failFields } from '#kernel/fail.ts';
import { sql, type Sql, sqlJoin, sqlName } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { parseExploreLimits } from './explore-limits.type.ts';
import { checkPermissions, checkText } from './identity.rules.ts';
import type { RelatedGroupInput, UserFieldsInput } from './user-fields.inputs.ts';

/** What a change gives of a user; the e-mail address and the groups come from inputs of several forms. */
export interface GivenUserFields extends UserFieldsInput {
  readonly email?: string | null;
  readonly groups?: RelatedGroupInput[] | null;
}

/** An address as mail servers accept it; whether it exists is not checked. */
const emailPattern =
  /^[^\s@"<>(),:;\\[\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
const maxEmailLength = 254;

/** Whether the text is a well-formed e-mail address. */
export const isEmail = (text: string): boolean => text.length <= maxEmailLength && emailPattern.test(text);

/** The uids of the groups that an input gives, in either form; undefined where it gives none. */
const groupUidsOf = ({ groupUids, groups }: GivenUserFields): readonly string[] | undefined => {
  if (groups !== undefined) return [...new Set((groups ?? []).map(({ uid }) => uid))];
  return groupUids === undefined ? undefined : (groupUids ?? []);
};

/** The columns of a user to change, by name, and the groups, where they are given. */
export interface ParsedUserFields {
  readonly columns: Readonly<Record<string, Sql>>;
  readonly groups: readonly string[] | undefined;
}

/** Checks the given fields of a user; `username` is of the user that has the e-mail address now. Fails INVALID_INPUT. */
export async function parseUserFields(
  tx: RequestContext,
  username: string,
  given: GivenUserFields,
): Promise<ParsedUserFields> {
  const { firstName, lastName, email, expiresAt, permissions, exploreLimits } = given;
  const groups = groupUidsOf(given);
  const limits = exploreLimits === undefined ? undefined : exploreLimits;
  const [, , , , parsedLimits] = await checkAllAsync(
    () => {
      checkText('firstName', firstName ?? '');
    },
    () => {
      checkText('lastName', lastName ?? '');
    },
    () => {
      checkPermissions(permissions);
    },
    () => checkEmail(tx, username, email ?? ''),
    () => (limits === undefined ? undefined : parseExploreLimits(limits)),
    () => requireGroups(tx, groups ?? [], given.groups === undefined ? 'groupUids' : 'groups'),
  );
  return {
    columns: {
      ...(firstName !== undefined && { first_name: sql`${firstName ?? ''}` }),
      ...(lastName !== undefined && { last_name: sql`${lastName ?? ''}` }),
      ...(email !== undefined && { email: sql`${email ?? ''}` }),
      ...(expiresAt !== undefined && { expires_at: sql`${expiresAt}::timestamptz` }),
      ...(permissions !== undefined && { permissions: sql`${permissions ?? []}::text[]` }),
      ...(parsedLimits !== undefined && { explore_limits: sql`${JSON.stringify(parsedLimits)}::jsonb` }),
    },
    groups,
  };
}

/** Fails INVALID_INPUT for an address that is not well-formed or that another user has. */
async function checkEmail({ db }: RequestContext, username: string, email: string): Promise<void> {
  if (email === '') return;
  if (!isEmail(email)) failFields({ email: ['Send an e-mail address, such as ada@example.org.'] });
  const other = await firstRow(
    db,
    sql`select 1 from user_account where lower(email) = lower(${email}) and email <> '' and username <> ${username}`,
  );
  if (other) failFields({ email: ['Another user has this e-mail address.'] });
}

/** Fails INVALID_INPUT when one of the groups does not exist. */
async function requireGroups({ db }: RequestContext, groups: readonly string[], field: string): Promise<void> {
  const unknown = await db.rows<{ uid: string }>(sql`
    select uid from unnest(${groups}::text[]) uid where not exists (select 1 from user_group g where g.uid = uid.uid)`);
  if (unknown.length > 0) failFields({ [field]: unknown.map(({ uid }) => `There is no group ${uid}.`) });
}

/** Makes a user a member of these groups, which exist, and of no others. */
export async function replaceGroups(
  { db }: RequestContext,
  username: string,
  groups: readonly string[],
): Promise<void> {
  await db.rows(sql`delete from membership where username = ${username} and group_uid <> all(${groups}::text[])`);
  await db.rows(sql`
    insert into membership (username, group_uid)
    select ${username}::text, uid
    from unnest(${groups}::text[]) uid
    on conflict
    do nothing`);
}

/** The assignments of an update of these columns. */
export const assignments = (columns: Readonly<Record<string, Sql>>): Sql =>
  sqlJoin(
    Object.entries(columns).map(([name, value]) => sql`${sqlName(name)} = ${value}`),
    ', ',
  );
