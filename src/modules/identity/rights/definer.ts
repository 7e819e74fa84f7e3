import type { RequestContext } from '../../../api/context.ts';
import type { Permission } from '../../../api/permissions.ts';
import { callerOf, type Session } from '../../../api/session.ts';
import type { DatabaseClient } from '../../../platform/database/database-client.ts';
import { readDomainRights, sessionOfUser } from './domain-rights.ts';
import { UserEntity } from '../users/user.entity.ts';

/** Whose eyes a part of a dataset looks with at what not everybody sees: those of who saved it. */
export interface Definer {
  readonly username: string;
  /** What the key allowed that it was saved with: the part sees no more. */
  readonly scopes: readonly Permission[];
}

/** Who saved the parts of a dataset, by their uids; those whose definer is gone are left out. */
export type Definers = Readonly<Record<string, Definer>>;

/** The columns that remember the caller as the definer. */
export const definedByCaller = ({ em, session }: RequestContext) => ({
  definer: em.getReference(UserEntity, callerOf(session)),
  definerScopes: [...session.scopes],
});

/** The caller as a definer; fails UNAUTHORIZED without a key. */
export const callerAsDefiner = (session: Session): Definer => ({
  username: callerOf(session),
  scopes: [...session.scopes],
});

/** What a definer may do by now; undefined while they are inactive or gone. */
export async function sessionOfDefiner(
  db: DatabaseClient,
  { username, scopes }: Definer,
): Promise<Session | undefined> {
  const user = await readDomainRights(db, username);
  return user?.isActive === true ? sessionOfUser(user, scopes) : undefined;
}
