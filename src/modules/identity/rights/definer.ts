import type { RequestContext } from '#api/context.ts';
import { requireCaller, type Session } from '#api/session/session.ts';
import { storedScopes, type StoredScope } from '#api/session/stored-scopes.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { readDomainRights, sessionOfUser } from './domain-rights.ts';
import { UserEntity } from '../users/user.entity.ts';

/** The user who saved a part of a dataset. The part runs with the rights of this user. */
export interface Definer {
  readonly username: string;
  /** The scopes of the key that saved the part. They limit the rights. */
  readonly scopes: readonly StoredScope[];
}

/** The definers of the parts of a dataset, by the uids of the parts; parts whose definer was deleted are left out. */
export type Definers = Readonly<Record<string, Definer>>;

/** The properties of an entity that store the caller as its definer; fails UNAUTHORIZED without a key. */
export const definerColumns = ({ em, session }: RequestContext) => ({
  definer: em.getReference(UserEntity, requireCaller(session)),
  definerScopes: storedScopes(session),
});

/** The caller as a definer; fails UNAUTHORIZED without a key. */
export const callerAsDefiner = (session: Session): Definer => ({
  username: requireCaller(session),
  scopes: storedScopes(session),
});

/** The session of a definer with their current rights; undefined when they are inactive or deleted. */
export async function sessionOfDefiner(
  db: DatabaseClient,
  { username, scopes }: Definer,
): Promise<Session | undefined> {
  const user = await readDomainRights(db, username);
  return user?.isActive === true ? sessionOfUser(user, scopes) : undefined;
}
