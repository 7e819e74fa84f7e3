import { randomUUID } from 'node:crypto';
import type { RequestContext, Services } from '#api/context.ts';
import { anonymous } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { findFirstInvitation, storeFirstInvitation, storeKey, UserEntity } from '#identity/index.ts';
import { createContext } from '#server/create-context.ts';
import { sql } from '#kernel/sql.ts';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';

/** The name of the initial administrator. */
export const administrator = 'admin';

/** Creates the administrator with an API key when there is no user. Returns the key when it was created. */
export function seedAdministrator(app: Services): Promise<string | undefined> {
  return inTransaction(createContext(app, anonymous, randomUUID()), async (tx) => {
    await lockSeeding(tx);
    if ((await tx.em.count(UserEntity)) > 0) return undefined;
    tx.em.create(UserEntity, {
      username: administrator,
      permissions: ['administer'],
      isActive: true,
      createdAt: app.clock.now(),
    });
    const { text } = storeKey(tx, {
      username: administrator,
      label: 'first key',
      permissions: null,
      text: app.config.adminApiKey,
    });
    return text;
  });
}

/** Makes the link that signs the administrator in: once, and within a day. For the start that created the administrator. */
export const createAdministratorLink = (app: Services, address: string): Promise<string> =>
  inTransaction(createContext(app, anonymous, randomUUID()), (tx) => storeFirstInvitation(tx, administrator, address));

/** The link of the first start at an address of the service, until it is used: a start that was ended early has not printed it. */
export const findAdministratorLink = (app: Services, address: string): Promise<string | undefined> =>
  findFirstInvitation(app, administrator, address);

/** Locks seeding for the transaction: one gateway at a time fills an empty catalog. */
export const lockSeeding = (tx: RequestContext): Promise<unknown> =>
  tx.db.rows(sql`select pg_advisory_xact_lock(${advisoryLocks.seed}::bigint)`);
