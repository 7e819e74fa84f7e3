import type { RequestContext } from '../../api/context.ts';
import { requirePermission } from '../../api/session.ts';
import { sql } from '../../kernel/sql.ts';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import { withValidKey } from '../identity/index.ts';

/** The one door for changes of providers, one at a time, for one of them at most is offered first; fails UNAUTHORIZED, PERMISSION_DENIED without `administer`. */
export async function changeProviders(
  ctx: RequestContext,
  work: (tx: RequestContext) => Promise<string>,
): Promise<string> {
  requirePermission(ctx.session, 'administer');
  return withValidKey(ctx, async (tx) => {
    await tx.db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.providers}::bigint)`);
    return work(tx);
  });
}

/** Takes its place from the provider that is offered first. */
export const makeRoomForDefault = async ({ db }: RequestContext): Promise<void> => {
  await db.rows(sql`update identity_provider set is_default_login = false where is_default_login`);
};
