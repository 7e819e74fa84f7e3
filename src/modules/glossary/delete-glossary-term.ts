import type { RequestContext } from '../../api/context.ts';
import { requirePermission } from '../../api/session.ts';
import { fail } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import { withValidKey } from '../identity/index.ts';
import type { DeleteGlossaryTermInput } from './glossary-term.inputs.ts';

/** Deletes a term and answers the uid that it had; fails UNAUTHORIZED, PERMISSION_DENIED without `edit_page`, NOT_FOUND. */
export async function deleteGlossaryTerm(ctx: RequestContext, { uid }: DeleteGlossaryTermInput): Promise<string> {
  requirePermission(ctx.session, 'edit_page');
  return withValidKey(ctx, async ({ db }) => {
    const deleted = await firstRow<{ uid: string }>(
      db,
      sql`delete from glossary_term where uid = ${uid} returning uid`,
    );
    return deleted?.uid ?? fail('NOT_FOUND');
  });
}
