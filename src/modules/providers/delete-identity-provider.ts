import type { RequestContext } from '../../api/context.ts';
import { fail } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import { changeProviders } from './change-providers.ts';
import type { DeleteIdentityProviderInput } from './identity-provider.inputs.ts';

/** Deletes a provider and answers the uid that it had; fails UNAUTHORIZED, PERMISSION_DENIED without `administer`, NOT_FOUND. */
export const deleteIdentityProvider = (ctx: RequestContext, { uid }: DeleteIdentityProviderInput): Promise<string> =>
  changeProviders(ctx, async ({ db }) => {
    const deleted = await firstRow<{ uid: string }>(
      db,
      sql`delete from identity_provider where uid = ${uid} returning uid`,
    );
    return deleted?.uid ?? fail('NOT_FOUND');
  });
