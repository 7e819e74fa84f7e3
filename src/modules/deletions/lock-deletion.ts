import type { AuditedType } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { caller, requireCaller, type Session } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { withAuditEntry } from '#identity/index.ts';
import type { DeletedKind } from './deletion.entity.ts';

const typeOf = { dataset: 'Dataset', form: 'Form' } as const satisfies Record<DeletedKind, AuditedType>;
const permissionOf = { dataset: 'edit_dataset', form: 'edit_form' } as const satisfies Record<DeletedKind, string>;

/** Condition: the deletion under the alias is of this kind, and the caller may list, restore and purge it: with the permission for the whole domain, or as the one who deleted. */
export function mayRestore(kind: DeletedKind, session: Session, deletion: Sql): Sql {
  const permission = permissionOf[kind];
  const right = session.permissions.has(permission)
    ? sqlText('true')
    : session.scopes.has(permission)
      ? sql`${deletion}.deleted_by = ${caller.username}`
      : sqlText('false');
  return sql`(${deletion}.kind = ${sqlText(`'${kind}'`)} and not ${deletion}.is_purged and ${right})`;
}

/** A deletion that is locked for the rest of the transaction. */
export interface LockedDeletion {
  readonly uid: string;
  readonly name: string;
}

/**
 * Runs a change of a locked deletion in one transaction, records it in the audit log, and returns the key of the object. Fails UNAUTHORIZED without a key, and NOT_FOUND where nothing of this kind and uid
 * can be restored by the caller.
 */
export function withLockedDeletion(
  ctx: RequestContext,
  { verb, kind }: { readonly verb: 'restore' | 'purge'; readonly kind: DeletedKind },
  input: { readonly uid: string },
  work: (tx: RequestContext, deletion: LockedDeletion) => Promise<string>,
): Promise<string> {
  requireCaller(ctx.session);
  const { uid } = input;
  const type = typeOf[kind];
  return withAuditEntry(ctx, { action: `${verb}${type}`, type, input }, async (tx) => {
    const t = sqlText('t');
    const found = await firstRow<LockedDeletion>(
      tx.db,
      sql`select t.uid, t.name from deletion t where t.uid = ${uid} and ${mayRestore(kind, tx.session, t)} for update`,
    );
    return work(tx, found ?? fail('NOT_FOUND'));
  });
}
