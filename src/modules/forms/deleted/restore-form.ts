import type { RequestContext } from '#api/context.ts';
import { failFields } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { restoreRows, withLockedDeletion } from '#deletions/index.ts';
import type { DeletedFormInput } from './deleted-form.type.ts';

/**
 * Restores a deleted form as it was, with its versions and submissions, and returns its slug. Fails UNAUTHORIZED, NOT_FOUND, and
 * INVALID_INPUT when another form has the slug.
 */
export const restoreForm = (ctx: RequestContext, input: DeletedFormInput): Promise<string> =>
  withLockedDeletion(ctx, { verb: 'restore', kind: 'form' }, input, async (tx, { name: slug }) => {
    if (await firstRow(tx.db, sql`select 1 from form where slug = ${slug}`)) failTaken(slug);
    await restoreRows(tx, input.uid, { table: 'form', keyColumn: 'slug', key: slug });
    return slug;
  });

const failTaken = (slug: string): never =>
  failFields({ uid: [`Another form has the slug ${slug}. Delete that form first; it can be restored later.`] });
