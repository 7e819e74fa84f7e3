import { domainPermissions, type Permission } from '#api/session/permissions.ts';
import { expandPermissions, limitToDatasets, type Session } from '#api/session/session.ts';
import { sql, sqlText, type Sql } from '#kernel/sql.ts';
import { acceptsTokens, tokenRulesColumn } from '../tokens/token-provider.ts';

/** A key, or the identity of a token, with the rights of its user, as stored. */
export interface CredentialRow {
  /** The uid of the key or of the identity. */
  readonly uid: string;
  readonly username: string;
  /** The scopes of the key; null for all rights of its owner, as with a token. */
  readonly keyPermissions: Permission[] | null;
  readonly isReadOnly: boolean;
  /** The uids of the datasets that the key is limited to; null for a key without this limit. */
  readonly datasets: string[] | null;
  /** The rights of the user for the whole domain, direct and through groups. */
  readonly permissions: Permission[];
  /** The uids of the user's groups. */
  readonly groups: string[];
  /** What the provider requires of tokens now; null for a key. */
  readonly tokenRules: string | null;
}

/** The groups of the user `u`, and the rights that they give. */
const groupsOfUser = sqlText(`lateral (
      select coalesce(array_agg(distinct m.group_uid), '{}') as groups,
        array_agg(p.permission) filter (where p.permission is not null) as permissions
      from membership m join user_group ug on ug.uid = m.group_uid left join unnest(ug.permissions) p(permission) on true
      where m.username = u.username) g`);

/**
 * The query of the valid keys that meet a condition, with the rights of their owners. A valid key is neither revoked nor expired, and its
 * owner is active.
 */
export const selectValidKeys = (condition: Sql): Sql => sql`
    select k.uid, k.hash, k.username, k.permissions as "keyPermissions", k.is_read_only as "isReadOnly", k.datasets, g.groups,
      u.permissions || coalesce(g.permissions, '{}') as permissions, null as "tokenRules"
    from api_key k join user_account u on u.username = k.username cross join ${groupsOfUser}
    where ${condition} and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and u.is_active`;

/**
 * The query of the valid identities that meet a condition, with the rights of their users. The provider of a valid identity accepts tokens,
 * and its user is active.
 */
export const selectValidIdentities = (condition: Sql): Sql => sql`
    select i.uid, i.username, null as "keyPermissions", false as "isReadOnly", null as datasets, g.groups,
      u.permissions || coalesce(g.permissions, '{}') as permissions, ${tokenRulesColumn} as "tokenRules"
    from external_identity i join user_account u on u.username = i.username join identity_provider ip on ip.uid = i.provider_uid
      cross join ${groupsOfUser}
    where ${condition} and ${acceptsTokens} and u.is_active`;

/** The session of a key or a token. */
export function sessionOfRow(row: CredentialRow): Session {
  const { uid, username, groups, keyPermissions, isReadOnly, datasets, permissions, tokenRules } = row;
  const scopes = expandPermissions(keyPermissions ?? domainPermissions);
  const session = {
    username,
    keyUid: tokenRules === null ? uid : undefined,
    groups,
    scopes,
    permissions: expandPermissions(permissions).intersection(scopes),
    isReadOnly,
  };
  return datasets ? limitToDatasets(session, datasets) : session;
}
