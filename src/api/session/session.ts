import { fail } from '#kernel/fail.ts';
import type { LogPosition } from '#platform/database/replica/log-position.ts';
import { datasetPermissions, domainPermissions, type Permission } from './permissions.ts';

/** The caller of a request, as an API key or a token identifies them: plain data. */
export interface Session {
  /** The caller; undefined without a key. */
  readonly username: string | undefined;
  /** The uid of the key in use; undefined without one. */
  readonly keyUid: string | undefined;
  /** The token in use, of a sign-in provider; absent without one. */
  readonly token?: TokenInUse;
  /** Uids of the groups that the caller belongs to. */
  readonly groups: readonly string[];
  /** Domain-wide rights of the caller and of their groups, within the scopes of the key. */
  readonly permissions: ReadonlySet<Permission>;
  /** Scheme and host at which the caller reaches the service; absent outside a request. */
  readonly address?: string;
  /** The IP address of the client; absent outside a request. */
  readonly clientAddress?: string;
  /** The position of the write-ahead log after the caller's last change, where they made one a moment ago and there is a replica. */
  readonly position?: LogPosition | undefined;
  /** The scopes of the key. The caller does not hold a right outside of them, whatever grants it. */
  readonly scopes: ReadonlySet<Permission>;
  /** Whether the key changes nothing. */
  readonly isReadOnly?: boolean;
  /** The datasets that the key is limited to; absent for a key without this limit. */
  readonly datasetLimit?: DatasetLimit;
  /** The object that the request has changed, while the payload of the change is read: its rights are those that the change had. */
  readonly changedUid?: string;
}

/** A token that identifies the caller. */
export interface TokenInUse {
  /** The uid of the caller's identity at the provider. */
  readonly identityUid: string;
  readonly expiresAt: Date;
}

/**
 * The limit of a key to datasets. Its session holds no right for the whole domain and no scope but those of datasets, so the key acts for its
 * owner on these datasets alone, and as a caller without a key everywhere else.
 */
export interface DatasetLimit {
  readonly uids: readonly string[];
  /** The domain-wide rights of the owner that count on these datasets, within the scopes of the key. */
  readonly permissions: ReadonlySet<Permission>;
}

/** The caller without a key. */
export const anonymous: Session = Object.freeze({
  username: undefined,
  keyUid: undefined,
  groups: [],
  permissions: new Set<Permission>(),
  scopes: new Set<Permission>(),
});

/** Whether a key or a token identified the caller; false for jobs, which act for users without one. */
export const hasCredential = ({ keyUid, token }: Session): boolean => keyUid !== undefined || token !== undefined;

/** The rights of a list of grants: `administer` implies all of them. */
export const expandPermissions = (granted: readonly Permission[]): ReadonlySet<Permission> =>
  new Set(granted.includes('administer') ? domainPermissions : granted);

/** The name of the caller; fails UNAUTHORIZED without a key. */
export const requireCaller = (session: Session): string => session.username ?? fail('UNAUTHORIZED');

/** The session of a key that is limited to datasets. */
export function limitToDatasets(session: Session, uids: readonly string[]): Session {
  const ofDatasets = new Set<Permission>(datasetPermissions);
  return {
    ...session,
    permissions: new Set(),
    scopes: session.scopes.intersection(ofDatasets),
    datasetLimit: { uids, permissions: session.permissions.intersection(ofDatasets) },
  };
}

/** The name of the caller outside of datasets, where a key that is limited to datasets acts for no one; undefined without a key. */
export const accountOf = ({ username, datasetLimit }: Session): string | undefined =>
  datasetLimit ? undefined : username;

/** The name of the caller outside of datasets; fails UNAUTHORIZED without a key, LIMITED_KEY with a key that is limited to datasets. */
export const requireAccount = (session: Session): string =>
  session.datasetLimit ? fail('LIMITED_KEY') : requireCaller(session);

/** Fails READ_ONLY_KEY with a key that changes nothing. */
export function requireWritable({ isReadOnly }: Session): void {
  if (isReadOnly) fail('READ_ONLY_KEY');
}

/** Fails UNAUTHORIZED without a key, PERMISSION_DENIED when none of the rights is held domain-wide. */
export function requirePermission(session: Session, ...anyOf: readonly Permission[]): void {
  requireCaller(session);
  if (!anyOf.some((permission) => session.permissions.has(permission))) {
    fail('PERMISSION_DENIED', { permission: anyOf.join(' or ') });
  }
}
