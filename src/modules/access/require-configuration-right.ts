import type { RequestContext } from '#api/context.ts';
import { requireCaller } from '#api/session/session.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { datasetRights } from './dataset-rights.ts';

/**
 * Returns the result of `next` when the caller may create datasets or configure at least one (docs/contract/rest.md, Who may do what).
 * Fails UNAUTHORIZED without a key, and PERMISSION_DENIED for all other callers.
 */
export async function requireConfigurationRight<T>(ctx: RequestContext, next: () => T | Promise<T>): Promise<T> {
  const { permissions } = ctx.session;
  requireCaller(ctx.session);
  if (!permissions.has('create_dataset') && !permissions.has('edit_dataset') && !(await canEditAnyDataset(ctx))) {
    fail('PERMISSION_DENIED', { permission: 'create_dataset or edit_dataset' });
  }
  return next();
}

async function canEditAnyDataset({ db, session }: RequestContext): Promise<boolean> {
  const found = await firstRow(
    db,
    sql`select 1 from dataset d where ${datasetRights.edit(session, sqlText('d'))} limit 1`,
  );
  return found !== undefined;
}
