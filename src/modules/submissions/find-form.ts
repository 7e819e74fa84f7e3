import type { RequestContext } from '../../api/context.ts';
import { callerOf } from '../../api/session.ts';
import { fail } from '../../kernel/fail.ts';
import { sql, sqlText, type Sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database.ts';
import type { FormAccessType, FormContent } from '../forms/index.ts';
import { isQuotaReached } from './quota.ts';

/** A published form as it takes submissions. */
export interface OpenForm {
  readonly version: number;
  readonly content: FormContent;
  readonly accessType: FormAccessType;
  readonly isModerated: boolean;
  readonly isEditionEnabled: boolean;
  readonly isFull: boolean;
}

const f = sqlText('f');
const published = (slug: string): Sql => sql`from form f join form_version v on v.form_slug = f.slug and v.number = f.published_version where f.slug = ${slug}`;

/** The published form with this slug; fails NOT_FOUND. */
export const findForm = async ({ db }: RequestContext, slug: string): Promise<OpenForm> => await firstRow<OpenForm>(db, sql`
  select v.number as version, v.content, f.access_type as "accessType", f.is_moderated as "isModerated", f.is_edition_enabled as "isEditionEnabled", ${isQuotaReached(f)} as "isFull"
  ${published(slug)}`) ?? fail('NOT_FOUND');

/**
 * The same, and nothing is submitted to it, changed or moderated by anybody else until the transaction ends. It is read after
 * it was locked: only a statement that begins then sees what the one before has submitted.
 */
export async function lockForm(tx: RequestContext, slug: string): Promise<OpenForm> {
  await tx.db.rows(sql`select 1 ${published(slug)} for no key update of f`);
  return findForm(tx, slug);
}

/** Fails UNAUTHORIZED, PERMISSION_DENIED or SUBMISSIONS_QUOTA_REACHED when the caller cannot submit to a form. */
export function requireOpen({ session }: RequestContext, { accessType, isFull }: OpenForm): void {
  if (accessType !== 'open') callerOf(session);
  if (accessType === 'restricted' && !session.permissions.has('submit_private_form')) fail('PERMISSION_DENIED', { permission: 'submit_private_form' });
  if (isFull) fail('SUBMISSIONS_QUOTA_REACHED');
}
