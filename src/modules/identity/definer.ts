import type { RequestContext } from '#api/context.ts';
import {
  anonymous,
  domainPermissions,
  expandPermissions,
  limitToDatasets,
  parseStoredScopes,
  type Permission,
  requireCaller,
  type Session,
  type StoredScope,
  storedScopes,
} from '#api/session.ts';
import { type DatabaseClient, firstRow } from '#platform/database/database-client.ts';
import { UserEntity } from './identity.entity.ts';
import { sql } from '#kernel/sql.ts';
import { isActiveUser } from './active-user.ts';

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

/** The rights of a user for the whole domain, direct and through each group. */
export interface DomainRights {
  readonly username: string;
  readonly isActive: boolean;
  readonly permissions: readonly Permission[];
  /** The groups of the user in the order of their uids, each with its rights. */
  readonly groups: readonly { readonly uid: string; readonly permissions: readonly Permission[] }[];
}

/** Reads the rights of a user for the whole domain; undefined when there is no such user. */
export const readDomainRights = (db: DatabaseClient, username: string): Promise<DomainRights | undefined> =>
  firstRow<DomainRights>(
    db,
    sql`
  select u.username, ${isActiveUser} as "isActive", u.permissions, (
    select coalesce(jsonb_agg(jsonb_build_object('uid', g.uid, 'permissions', g.permissions) order by g.uid),
      '[]'::jsonb)
    from membership m join user_group g on g.uid = m.group_uid where m.username = u.username) as groups
  from user_account u where u.username = ${username}`,
  );

/** The session of a user, within the allowed scopes; all scopes by default. The session of an inactive user is anonymous. */
export function sessionOfUser(
  { username, isActive, permissions, groups }: DomainRights,
  allowed: readonly StoredScope[] = domainPermissions,
): Session {
  if (!isActive) return anonymous;
  const { permissions: allowedPermissions, datasets } = parseStoredScopes(allowed);
  const scopes = new Set(allowedPermissions);
  const granted = expandPermissions([permissions, ...groups.map((group) => group.permissions)].flat());
  const session = {
    username,
    keyUid: undefined,
    groups: groups.map(({ uid }) => uid),
    scopes,
    permissions: granted.intersection(scopes),
  };
  return datasets ? limitToDatasets(session, datasets) : session;
}
