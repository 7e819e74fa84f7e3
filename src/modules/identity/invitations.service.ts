import { createHmac, randomUUID } from 'node:crypto';
import type { RequestContext, Services } from '#api/context.ts';
import { inTransaction } from '#api/transaction.ts';
import { checkAll } from '#kernel/check-all.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { isLanguage } from '#kernel/language.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { Secrets } from '#platform/secrets.ts';
import { isActiveUser } from './active-user.ts';
import type { InvitationMailStatus } from './identity.entity.ts';
import type { CreateInvitationInput, WithdrawInvitationInput } from './invitation.inputs.ts';
import { hashKey } from './session-lookup.ts';
import { storeSession } from './sign-in.service.ts';
import { changeIdentity } from './valid-key.ts';

/** How long the link of an invitation is valid. */
export const invitationDays = 7;

/** How long the link of the first start is valid. */
const firstLinkDays = 1;

/** The queue of the mails. */
export const invitationQueue = 'invitation-mails';

/** An invited user, and the link where no mail brings it. */
export interface StoredInvitation {
  readonly username: string;
  readonly url: string | null;
}

/**
 * Invites an existing user again, or for the first time. Fails as `changeIdentity` does, NOT_FOUND, and INVALID_INPUT for a user who is not
 * active.
 */
export async function createInvitation(ctx: RequestContext, input: CreateInvitationInput): Promise<StoredInvitation> {
  const { username } = input;
  let url: string | null = null;
  await changeIdentity(ctx, { action: 'createInvitation', type: 'User', input }, async (tx) => {
    const found = await firstRow<{ isActive: boolean }>(
      tx.db,
      sql`select ${isActiveUser} as "isActive" from user_account u where u.username = ${username}`,
    );
    if (!found) fail('NOT_FOUND');
    checkAll(
      () => {
        checkMailLanguage(input.language);
      },
      () => {
        if (!found.isActive)
          failFields({
            username: ['The user is not active, or the account has ended; change that first by updateUser.'],
          });
      },
    );
    url = await storeInvitation(tx, username, input.language ?? null);
    return username;
  });
  return { username, url };
}

/** Fails INVALID_INPUT for a text that is no code of a language. */
export function checkMailLanguage(language: string | null | undefined): void {
  if (language != null && !isLanguage(language))
    failFields({ language: ['Send the ISO 639-1 code of a language, such as en.'] });
}

/** Stores an invitation of the first administrator, which no mail brings, and returns its link at an address of the service. */
export async function storeFirstInvitation(tx: RequestContext, username: string, address: string): Promise<string> {
  const uid = randomUUID();
  const text = invitationText(tx.app.secrets, uid);
  await tx.db.rows(sql`
    insert into invitation (username, uid, hash, address, created_at, expires_at, mail_status)
    values (${username}, ${uid}, ${hashKey(text)}, ${address}, now(),
      now() + make_interval(days => ${firstLinkDays}::int), ${'NONE' satisfies InvitationMailStatus})`);
  return invitationUrl(address, text);
}

/** The link of the invitation that `storeFirstInvitation` stored, at an address of the service; undefined once it was redeemed or has ended. */
export async function findFirstInvitation(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  username: string,
  address: string,
): Promise<string | undefined> {
  // any other invitation is valid for longer, and its link is for the person who made it
  const found = await firstRow<{ uid: string }>(
    db,
    sql`select uid from invitation where username = ${username} and expires_at > now()
      and expires_at = created_at + make_interval(days => ${firstLinkDays}::int)`,
  );
  return found && invitationUrl(address, invitationText(secrets, found.uid));
}

/** Stores the invitation of a user in place of an earlier one, and sends it, or returns its link where no mail brings it. */
export async function storeInvitation(
  tx: RequestContext,
  username: string,
  language: string | null,
): Promise<string | null> {
  const { app, session } = tx;
  const uid = randomUUID();
  const text = invitationText(app.secrets, uid);
  const address = session.address ?? app.config.publicUrl ?? '';
  const user = await firstRow<{ email: string }>(
    tx.db,
    sql`select email from user_account where username = ${username}`,
  );
  const hasMail = app.mailer !== undefined && user !== undefined && user.email !== '';
  const status: InvitationMailStatus = hasMail ? 'WAITING' : 'NONE';
  await endInvitation(tx, username);
  await tx.db.rows(sql`
    insert into invitation (username, uid, hash, address, language, created_at, expires_at, mail_status, mail_due_at)
    values (${username}, ${uid}, ${hashKey(text)}, ${address}, ${language}, now(),
      now() + make_interval(days => ${invitationDays}::int), ${status},
      case when ${hasMail}::boolean then now() end)`);
  if (!hasMail) return invitationUrl(address, text);
  await app.jobs.send(tx.db, invitationQueue, {}, { key: invitationQueue });
  return null;
}

/**
 * Withdraws the invitation of a user, whose link and mail end with it, and returns the name of the user. Fails as `changeIdentity` does, NOT_FOUND, and
 * INVALID_INPUT for a user who has none: it was redeemed, or there never was one.
 */
export const withdrawInvitation = (ctx: RequestContext, input: WithdrawInvitationInput): Promise<string> =>
  changeIdentity(ctx, { action: 'withdrawInvitation', type: 'User', input }, async (tx) => {
    const { username } = input;
    // The user is locked before the invitation, as by who redeems it.
    const user = await firstRow(tx.db, sql`select 1 from user_account where username = ${username} for no key update`);
    if (!user) fail('NOT_FOUND');
    const ended = await endInvitation(tx, username);
    if (ended.length === 0)
      failFields({ username: ['No invitation of this user waits: it was redeemed or withdrawn, or there was none.'] });
    return username;
  });

/** Ends the invitation of a user, where there is one. */
export const endInvitation = ({ db }: RequestContext, username: string): Promise<readonly unknown[]> =>
  db.rows(sql`delete from invitation where username = ${username} returning 1`);

/** The secret of a link: a mail can be sent again, and neither its job nor the database holds what signs the person in. */
export const invitationText = ({ deriveKey }: Pick<Secrets, 'deriveKey'>, uid: string): string =>
  createHmac('sha256', deriveKey('invitations')).update(uid).digest('base64url');

/** The link with a secret, in its query, which no log has. */
export const invitationUrl = (address: string, text: string): string => `${address}/invitation?code=${text}`;

/** How many links an address may try per minute. */
const maxAttempts = 20;

/**
 * Redeems the invitation with a secret, once: begins a session of its user, and returns the text of its cookie. Fails INVITATION_ENDED, and
 * RATE_LIMIT_EXCEEDED.
 */
export async function redeemInvitation(
  ctx: RequestContext,
  text: string,
  userAgent: string | undefined,
): Promise<string> {
  const { attemptRateLimiter } = ctx.app;
  const key = JSON.stringify(['invitation', ctx.session.clientAddress ?? '']);
  const seconds = await attemptRateLimiter.attempt({ key, limit: maxAttempts });
  if (seconds > 0) fail('RATE_LIMIT_EXCEEDED', { limit: maxAttempts, unit: 'invitations', seconds });
  return inTransaction(ctx, async (tx) => {
    const hash = hashKey(text);
    // The user is locked before the invitation, as by those who deactivate or delete the user.
    const user =
      (await firstRow<{ username: string }>(
        tx.db,
        sql`
        select u.username from user_account u
        where u.username = (select v.username from invitation v where v.hash = ${hash}) and ${isActiveUser}
        for no key update of u`,
      )) ?? fail('INVITATION_ENDED');
    const redeemed = await firstRow(
      tx.db,
      sql`delete from invitation where hash = ${hash} and expires_at > now() returning 1`,
    );
    if (!redeemed) fail('INVITATION_ENDED');
    return storeSession(tx, { ...user, identityUid: null, userAgent, input: { invitation: true } });
  });
}
