import type { CatalogModule } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';
import { callerHash } from './claim-key.ts';
import { deleteExpiredKeysJob } from './delete-expired-keys.job.ts';
import { IdempotencyKeyEntity } from './idempotency-key.entity.ts';

export { claimKey, isKeyKnown } from './claim-key.ts';

/** The Idempotency-Keys of requests: a request that is repeated with its key is executed once. */
export const idempotencyModule: CatalogModule = {
  name: 'idempotency',
  entities: [IdempotencyKeyEntity],
  resolvers: [],
  sources: [],
  jobs: [deleteExpiredKeysJob],
  encryptedColumns: [{ table: 'idempotency_key', column: 'answer' }],
  // Another user who gets the name must not get the answers. The key of the request that deletes its own user is still needed.
  onUserDeleted: async ({ app, db }, username) => {
    await db.rows(
      sql`delete from idempotency_key where caller = ${callerHash(app, ['user', username])} and leased_until < now()`,
    );
  },
};
