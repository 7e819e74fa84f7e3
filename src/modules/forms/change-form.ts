import { recordChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { requireCaller } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { UserEntity, withCurrentRights, withValidKey } from '#identity/index.ts';
import { formRights } from './form-rights.ts';
import { FormEntity } from './form.entity.ts';
import type { FormActionInput } from './form.inputs.ts';

/** The form to change. */
export interface FormChange extends FormActionInput {
  /** Whether the input changes nothing. The form is then only locked and checked; its revision stays. */
  readonly isEmpty?: boolean;
}

/**
 * Every change of a form goes through this function. In one transaction, it locks the form, authorizes the caller, runs `apply`, raises the
 * revision, and records who changed the form, in the audit log too. Returns the slug. Fails UNAUTHORIZED, NOT_FOUND, PERMISSION_DENIED, REVISION_MISMATCH in this
 * order.
 */
export function changeForm(
  ctx: RequestContext,
  action: string,
  { isEmpty = false, ...input }: FormChange,
  apply: (tx: RequestContext, form: FormEntity) => Promise<unknown>,
): Promise<string> {
  const { slug, expectedRevision } = input;
  const username = requireCaller(ctx.session);
  return withValidKey(ctx, async (tx) => {
    const form = await lockForm(tx, slug);
    if (expectedRevision != null && expectedRevision !== form.revision)
      fail('REVISION_MISMATCH', { revision: form.revision });
    if (isEmpty) return slug;
    await apply(tx, form);
    await recordChange(tx, { action, type: 'Form', input }, slug);
    form.revision += 1;
    form.updatedAt = tx.app.clock.now();
    form.updatedBy = tx.em.getReference(UserEntity, username);
    return slug;
  });
}

/** Locks a form for the rest of the transaction; the caller's rights are read once the lock is held. */
async function lockForm(tx: RequestContext, slug: string): Promise<FormEntity> {
  await findForm(tx, slug, sqlText('for update of t'));
  return tx.em.map(FormEntity, await findForm(await withCurrentRights(tx), slug, sqlText('')));
}

/**
 * Reads the row of a form. For callers who may not change the form, fails PERMISSION_DENIED if it is published, and NOT_FOUND if it is a
 * draft.
 */
async function findForm({ db, session }: RequestContext, slug: string, lock: Sql): Promise<object> {
  const t = sqlText('t');
  const found = await firstRow<{ mayEdit: boolean; published_version: number | null }>(
    db,
    sql`
    select ${formRights.edit(session, t)} as "mayEdit", t.* from form t where t.slug = ${slug} ${lock}`,
  );
  if (!found) fail('NOT_FOUND');
  const { mayEdit, ...row } = found;
  if (mayEdit) return row;
  return row.published_version === null ? fail('NOT_FOUND') : fail('PERMISSION_DENIED', { permission: 'edit_form' });
}
