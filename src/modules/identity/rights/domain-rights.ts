import { domainPermissions, type Permission } from '#api/session/permissions.ts';
import { anonymous, expandPermissions, limitToDatasets, type Session } from '#api/session/session.ts';
import { parseStoredScopes, type StoredScope } from '#api/session/stored-scopes.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow, type DatabaseClient } from '#platform/database/database-client.ts';

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
  select u.username, u.is_active as "isActive", u.permissions, (
    select coalesce(jsonb_agg(jsonb_build_object('uid', g.uid, 'permissions', g.permissions) order by g.uid), '[]'::jsonb)
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
