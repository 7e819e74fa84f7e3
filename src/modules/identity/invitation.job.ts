import type { JobHandler } from '#api/catalog-module.ts';
import type { RequestContext } from '#api/context.ts';
import { pickLanguage } from '#kernel/language.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { MailFailure, type Mailer } from '#platform/mailer.ts';
import { isActiveUser } from './active-user.ts';
import { invitationMail } from './invitation-mail.ts';
import { invitationQueue, invitationText, invitationUrl } from './invitations.service.ts';

/** A mail that is due. */
interface DueMail {
  readonly uid: string;
  readonly address: string;
  readonly email: string;
  readonly username: string;
  readonly firstName: string;
  readonly language: string | null;
  readonly expiresAt: string;
  /** The texts of the portal by language. */
  readonly texts: Readonly<Record<string, { readonly name?: string }>> | null;
  readonly defaultLanguage: string;
}

/**
 * Sends the mails of invitations. The rows say which are due, so that a lost job loses no mail: one that fails is due again after 30 seconds,
 * then after twice as long each time, up to an hour, until the invitation ends. A mail may be sent twice; its link is the same.
 */
export const sendInvitationsJob: JobHandler = {
  queue: invitationQueue,
  everySeconds: 30,
  run: async (ctx, { signal }) => {
    const { mailer } = ctx.app;
    if (!mailer) return;
    for (let isServed = true; isServed;) {
      signal.throwIfAborted();
      const due = await claimMail(ctx);
      isServed = due !== undefined && (await sendMail(ctx, mailer, due));
    }
  },
};

/** Takes a due mail, and says when it is due again if nothing more is heard of it. */
const claimMail = ({ db }: RequestContext): Promise<DueMail | undefined> =>
  firstRow<DueMail>(
    db,
    sql`
    update invitation v set mail_attempts = v.mail_attempts + 1,
      mail_due_at = now() + least(interval '1 hour', interval '30 seconds' * power(2, least(v.mail_attempts, 10)))
    from user_account u, portal_setting s
    where u.username = v.username and v.uid = (
      select w.uid from invitation w where w.mail_due_at <= now() order by w.mail_due_at limit 1 for update skip locked)
      and v.expires_at > now() and ${isActiveUser}
    returning v.uid, v.address, u.email, u.username, u.first_name as "firstName", v.language,
      to_char(v.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "expiresAt", s.texts, s.default_language as "defaultLanguage"`,
  );

/** Sends a mail and stores what became of it. Returns whether the server takes others. */
async function sendMail({ app, db }: RequestContext, mailer: Mailer, due: DueMail): Promise<boolean> {
  const { uid, username, texts, defaultLanguage } = due;
  const portal = pickLanguage(texts ?? {}, [due.language, defaultLanguage])?.name ?? app.config.portalDefaults.name;
  const mail = invitationMail({
    ...due,
    languages: [due.language, defaultLanguage],
    portal: portal ?? 'Catalograph',
    url: invitationUrl(due.address, invitationText(app.secrets, uid)),
  });
  try {
    await mailer.send({ to: due.email, ...mail });
    await db.rows(sql`
      update invitation set mail_status = 'SENT', mail_due_at = null, mail_error = null where uid = ${uid}::uuid`);
    return true;
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    const { message, isFinal } = error;
    app.log.warn({ username, reason: message }, 'The mail of an invitation was not sent.');
    await db.rows(sql`
      update invitation set mail_error = ${message}, mail_status = case when ${isFinal}::boolean then 'FAILED' else mail_status end,
        mail_due_at = case when not ${isFinal}::boolean then mail_due_at end
      where uid = ${uid}::uuid`);
    return isFinal;
  }
}
