import type { RequestContext } from '#api/context.ts';
import { requireAccount } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { isQuotaReached, type FormAccessType, type FormContent } from '#forms/index.ts';

/** The properties of a published form that a submission needs. */
export interface PublishedForm {
  /** When the form was created. The time distinguishes the form from a later form with the same slug. */
  readonly createdAt: string;
  readonly version: number;
  readonly content: FormContent;
  readonly accessType: FormAccessType;
  readonly isModerated: boolean;
  readonly isEditingEnabled: boolean;
  readonly isFull: boolean;
}

const f = sqlText('f');

/** The published form with this slug. Fails NOT_FOUND when there is none. */
export const findForm = async ({ db }: RequestContext, slug: string): Promise<PublishedForm> =>
  (await firstRow<PublishedForm>(
    db,
    sql`
  select f.created_at::text as "createdAt", v.number as version, v.content, f.access_type as "accessType", f.is_moderated as "isModerated", f.is_editing_enabled as "isEditingEnabled", ${isQuotaReached(f)} as "isFull"
  from form f join form_version v on v.form_slug = f.slug and v.number = f.published_version where f.slug = ${slug}`,
  )) ?? fail('NOT_FOUND');

/**
 * Locks a form until the transaction ends: other submissions, edits and moderation wait. Read the form and its submissions only in
 * statements after the lock: a statement that began before may not see what earlier transactions changed.
 */
export const lockForm = async ({ db }: RequestContext, slug: string): Promise<void> => {
  await db.rows(sql`select 1 from form where slug = ${slug} for no key update`);
};

/**
 * Checks that the caller can submit to a form, by the same rules as the condition `acceptsSubmissions`. Fails UNAUTHORIZED when the form needs a key and the caller has none, LIMITED_KEY when that key is limited to datasets, PERMISSION_DENIED
 * when the form is restricted and the caller lacks `submit_private_form`, and SUBMISSIONS_QUOTA_REACHED when the form has reached its
 * quota.
 */
export function requireAcceptsSubmissions({ session }: RequestContext, { accessType, isFull }: PublishedForm): void {
  if (accessType !== 'open') requireAccount(session);
  if (accessType === 'restricted' && !session.permissions.has('submit_private_form'))
    fail('PERMISSION_DENIED', { permission: 'submit_private_form' });
  if (isFull) fail('SUBMISSIONS_QUOTA_REACHED');
}
