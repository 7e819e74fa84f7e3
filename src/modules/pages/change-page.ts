import { recordChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { requireCaller } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { UserEntity, withCurrentRights, withValidKey } from '#identity/index.ts';
import type { PageActionInput, PageChangeInput } from './page.inputs.ts';
import { PageEntity } from './page.entity.ts';
import type { PageKind } from './page.type.ts';
import { pageRights } from './page-rights.ts';

/** What a change of a page requires. */
export interface PageChange {
  /** The name of the mutation. */
  readonly action: string;
  /** The right to edit, or to manage when the change affects who sees the page. */
  readonly right: 'edit' | 'manage';
  /** Whether the page becomes restricted, where the input says so: another value than the present one needs the right to manage. */
  readonly isRestricted?: boolean | undefined;
  /** The kind that the page must have; any kind when omitted. */
  readonly kind?: PageKind;
  /** Whether an archived page may change so. */
  readonly isForArchived?: boolean;
  /** Whether the change would leave the page as it is; the revision then stays the same. */
  readonly isEmpty?: (page: PageEntity) => boolean;
}

/**
 * Changes a page in one transaction and returns its uid: locks the page, checks the right, the revision and that it is not archived, increments
 * the revision, sets `updated_at`, calls `apply` and records the change in the audit log. All changes of one page go through this function. Fails
 * UNAUTHORIZED, NOT_FOUND, PERMISSION_DENIED, REVISION_MISMATCH, PAGE_ARCHIVED in this order.
 */
export function changePage(
  ctx: RequestContext,
  input: PageChangeInput & Pick<PageActionInput, 'canBeArchived'>,
  change: PageChange,
  apply: (tx: RequestContext, page: PageEntity) => unknown,
): Promise<string> {
  const username = requireCaller(ctx.session);
  const { uid, expectedRevision, canBeArchived } = input;
  return withValidKey(ctx, async (tx) => {
    const page = await lockPage(tx, uid, change);
    if (expectedRevision != null && expectedRevision !== page.revision)
      fail('REVISION_MISMATCH', { revision: page.revision });
    if (page.isArchived && !change.isForArchived && !canBeArchived) fail('PAGE_ARCHIVED');
    tx.state.changedUid = change.right === 'manage' ? undefined : uid;
    if (change.isEmpty?.(page)) return uid;
    page.revision += 1;
    page.updatedAt = tx.app.clock.now();
    page.updatedBy = tx.em.getReference(UserEntity, username);
    await apply(tx, page);
    await recordChange(tx, { action: change.action, type: 'Page', input }, uid);
    return uid;
  });
}

/** Locks a page until the transaction ends. The caller's rights are read again with the lock held: they may have changed during the wait. */
async function lockPage(tx: RequestContext, uid: string, change: PageChange): Promise<PageEntity> {
  await findPage(tx, uid, change, sqlText('for update of t'));
  return tx.em.map(PageEntity, await findPage(await withCurrentRights(tx), uid, change, sqlText('')));
}

/** Reads a page with a locking clause. Fails NOT_FOUND when the caller may not edit the page, PERMISSION_DENIED without the required right. */
async function findPage(
  { db, session }: RequestContext,
  uid: string,
  { right, kind, isRestricted }: PageChange,
  lock: Sql,
): Promise<object> {
  const t = sqlText('t');
  const isAllowedTo =
    isRestricted === undefined
      ? pageRights[right](session, t)
      : sql`(t.is_restricted = ${isRestricted} or ${pageRights.manage(session, t)})`;
  const { isAllowed, ...row } =
    (await firstRow<{ isAllowed: boolean }>(
      db,
      sql`
    select ${isAllowedTo} as "isAllowed", t.* from portal_page t
    where t.uid = ${uid} and t.kind = coalesce(${kind ?? null}::text, t.kind) and ${pageRights.edit(session, t)} ${lock}`,
    )) ?? fail('NOT_FOUND');
  if (!isAllowed)
    fail('PERMISSION_DENIED', {
      permission: right === 'manage' || isRestricted !== undefined ? 'manage_page' : 'edit_page',
    });
  return row;
}
