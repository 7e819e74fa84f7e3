import type { RequestContext } from '../../api/context.ts';
import type { Permission } from '../../api/permissions.ts';
import { callerOf, type Session } from '../../api/session.ts';
import type { DatabaseClient } from '../../platform/database/database-client.ts';
import { domainRightsOf, sessionOfUser } from './domain-rights.ts';
import { UserEntity } from './user.entity.ts';

/** Whose eyes a part of a dataset looks with at what not everybody sees: those of who saved it. */
export interface Saver {
  readonly username: string;
  /** What the key allowed that it was saved with: the part sees no more. */
  readonly keyAllows: readonly Permission[];
}

/** Who saved the parts of a dataset, by their uids; those whose saver is gone are left out. */
export type Savers = Readonly<Record<string, Saver>>;

/** The columns that remember the caller as the saver. */
export const savedByCaller = ({ em, session }: RequestContext) => ({
  savedBy: em.getReference(UserEntity, callerOf(session)),
  keyAllows: [...session.scopes],
});

/** The caller as a saver; fails UNAUTHORIZED without a key. */
export const callerAsSaver = (session: Session): Saver => ({
  username: callerOf(session),
  keyAllows: [...session.scopes],
});

/** What a saver may do by now; undefined while they are inactive or gone. */
export async function sessionOfSaver(db: DatabaseClient, { username, keyAllows }: Saver): Promise<Session | undefined> {
  const user = await domainRightsOf(db, username);
  return user?.isActive === true ? sessionOfUser(user, keyAllows) : undefined;
}
