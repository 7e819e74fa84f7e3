import { fail } from '#kernel/fail.ts';
import { onceFor } from '#kernel/once-for.ts';
import type { LogPosition } from '#platform/database/replica.ts';
import { type ParameterValues, sql, type Sql, SqlParameter } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import ipaddr from 'ipaddr.js';

/** The caller of a request, as an API key or a token identifies them: plain data. */
export interface Session {
  /** The caller; undefined without a key. */
  readonly username: string | undefined;
  /** The uid of the key in use; undefined without one. */
  readonly keyUid: string | undefined;
  /** The token of a sign-in provider or the session of a browser that is in use; absent without one. */
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

/** A token that identifies the caller, or the session that began with one. */
export interface TokenInUse {
  /** The uid of the caller's identity at the provider; null in a session that an invitation began. */
  readonly identityUid: string | null;
  /** When the token expires, or the session ends at the latest. */
  readonly expiresAt: Date;
  /** The uid of the session; absent where each request carries the token. */
  readonly sessionUid?: string;
}

/** What identifies a caller. */
export const credentialTypes = ['API_KEY', 'TOKEN', 'SESSION'] as const;

/** What identifies a caller. */
export type CredentialType = (typeof credentialTypes)[number];

/** What identified the caller; undefined without a credential. */
export function credentialTypeOf({ keyUid, token }: Session): CredentialType | undefined {
  if (token) return token.sessionUid === undefined ? 'TOKEN' : 'SESSION';
  return keyUid === undefined ? undefined : 'API_KEY';
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

/** The uid of the key with which a start applies files; generated uids are longer. */
export const seedKeyUid = 'ak_seed';

/** The caller without a key. */
export const anonymous: Session = Object.freeze({
  username: undefined,
  keyUid: undefined,
  groups: [],
  permissions: new Set<Permission>(),
  scopes: new Set<Permission>(),
});

/** Whether a key, a token or a session identified the caller; false for jobs, which act for users without one. */
export const hasCredential = ({ keyUid, token }: Session): boolean => keyUid !== undefined || token !== undefined;

/** The rights of a list of grants: `administer` implies all of them, and `edit_page` implies `create_page`. */
export const expandPermissions = (granted: readonly Permission[]): ReadonlySet<Permission> =>
  new Set(
    granted.includes('administer')
      ? domainPermissions
      : granted.includes('edit_page')
        ? [...granted, 'create_page']
        : granted,
  );

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

/** The rights that a ruleset can grant on a dataset (docs/contract/specification.md 2.5, RulesetPermission). */
export const rulesetPermissions = [
  'explore_restricted_dataset',
  'explore_restricted_page',
  'edit_dataset',
  'publish_dataset',
  'manage_dataset',
  'manage_connection',
  'edit_page',
  'manage_page',
  'submit_private_form',
  'moderate_form',
  'edit_form',
] as const;

/** The rights that are stored and returned, but allow nothing here (docs/contract/administration.md, Permission names). */
export const storedPermissions = [
  'edit_reuse',
  'manage_subdomains',
  'explore_monitoring',
  'create_external_asset',
  'edit_external_asset',
  'explore_restricted_external_asset',
  'manage_glossary',
  'manage_showcase_requests',
] as const;

/** The rights for the whole domain; `administer` implies all others (docs/contract/rest.md, Who may do what). */
export const domainPermissions = [
  ...rulesetPermissions,
  'create_dataset',
  'create_page',
  'edit_theme',
  'administer',
  ...storedPermissions,
] as const;

/** The rights that count on datasets. */
export const datasetPermissions = [
  'edit_dataset',
  'publish_dataset',
  'manage_dataset',
  'explore_restricted_dataset',
] as const satisfies readonly RulesetPermission[];

/** A right that a ruleset can grant. */
export type RulesetPermission = (typeof rulesetPermissions)[number];

/** A right for the whole domain. */
export type Permission = (typeof domainPermissions)[number];

/** The rights that the creator of a dataset holds on the dataset without a ruleset. */
export const creatorPermissions: readonly RulesetPermission[] = datasetPermissions;

/**
 * The caller in SQL. The text of a statement depends on what the caller may do, never on who they are, so callers with the same
 * rights share the statement. With a key that is limited to datasets, the caller is no one here: only conditions on datasets
 * (`callerOnDatasets`) know the owner of such a key, so no other condition can grant it anything.
 */
export const caller = Object.freeze({
  /** The caller's name; null without a key, and with a key that is limited to datasets. */
  username: sql`${new SqlParameter('username')}::text`,
  /** The uids of the caller's groups. */
  groups: sql`${new SqlParameter('groups')}::text[]`,
  /** Scheme and host at which the caller reaches the service; null outside a request. */
  address: sql`${new SqlParameter('address')}::text`,
  /** What identified the caller, a `CredentialType`; null without a credential. */
  credential: sql`${new SqlParameter('credential')}::text`,
  /** The uid of the identity by which the caller signed in; null with an API key, and without a credential. */
  identityUid: sql`${new SqlParameter('identityUid')}::text`,
  /** The uid of the session of a browser; null without one. */
  sessionUid: sql`${new SqlParameter('sessionUid')}::text`,
  /** When the session ends at the latest; null without one. */
  sessionExpiresAt: sql`${new SqlParameter('sessionExpiresAt')}::timestamptz`,
});

/** The condition on rows with this uid, and the object that the caller has changed, where its payload is read. */
export const orChanged = ({ changedUid }: Session, uid: Sql, condition: Sql): Sql =>
  changedUid === undefined ? condition : sql`(${uid} = ${new SqlParameter('changedUid')}::text or ${condition})`;

/** The part of a session that affects a statement's text: whether the caller has a name, their rights, and whether a limit to datasets applies. */
export const sessionKey = ({ username, permissions, scopes, datasetLimit }: Session): string =>
  `${username === undefined ? '' : '+'}${rightsKey(permissions)}/${rightsKey(scopes)}${datasetLimit ? `/${rightsKey(datasetLimit.permissions)}` : ''}`;

/** The rights of a set as a text. Each session has an object of its own, but the sessions of a key share their sets. */
const rightsKey = onceFor((rights: ReadonlySet<string>): string => [...rights].sort().join());

/** The owner of a key that is limited to datasets, their groups, and the uids of the datasets. */
const limited = Object.freeze({
  username: sql`${new SqlParameter('limitedUsername')}::text`,
  groups: sql`${new SqlParameter('limitedGroups')}::text[]`,
  datasets: sql`${new SqlParameter('limitedDatasets')}::text[]`,
});

/** The caller in conditions on the rights on datasets. `datasets` is undefined for a key that is not limited to datasets. */
export const callerOnDatasets = ({ datasetLimit }: Session): { username: Sql; groups: Sql; datasets?: Sql } =>
  datasetLimit ? limited : caller;

/** The values of the parameters of `caller` for a session. */
export const callerParameters = (session: Session): ParameterValues => {
  const { username, groups, address, token, datasetLimit, changedUid } = session;
  return {
    username: datasetLimit ? null : (username ?? null),
    groups: datasetLimit ? [] : groups,
    address: address ?? null,
    credential: credentialTypeOf(session) ?? null,
    identityUid: token?.identityUid ?? null,
    sessionUid: token?.sessionUid ?? null,
    sessionExpiresAt: token?.sessionUid === undefined ? null : token.expiresAt,
    ...(changedUid !== undefined && { changedUid }),
    ...(datasetLimit && {
      limitedUsername: username ?? null,
      limitedGroups: groups,
      limitedDatasets: datasetLimit.uids,
    }),
  };
};

/** The database for a caller: every statement receives the caller's parameters. */
export function forCaller(database: DatabaseClient, session: Session): DatabaseClient {
  const parameters = callerParameters(session);
  return Object.freeze({
    rows: (statement, run, bounds) => database.rows(statement, { ...parameters, ...run }, bounds),
    texts: (statement, run, bounds) => database.texts(statement, { ...parameters, ...run }, bounds),
    send: (statement, run) => database.send(statement, { ...parameters, ...run }),
    inSnapshot: (work, bounds) => database.inSnapshot((snapshot) => work(forCaller(snapshot, session)), bounds),
  } satisfies DatabaseClient);
}

/** An address as a proxy may report it: IPv6 in brackets or IPv4, followed by a port. */
const addressWithPort = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d+)?$/i;

/**
 * The key under which a rate limit counts the caller's requests: the user, whichever API key they use, or else the client's address. Of an
 * IPv6 address it is the /64 network, because one client owns all of it. Clients without an address share one limit.
 */
export function clientIdentity({ username, clientAddress = '' }: Session): readonly string[] {
  if (username !== undefined) return ['user', username];
  const [, ipv6, ipv4] = addressWithPort.exec(clientAddress) ?? [];
  const text = ipv6 ?? ipv4 ?? clientAddress;
  if (!ipaddr.isValid(text)) return ['address', ''];
  const address = ipaddr.process(text);
  return ['address', address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString()];
}

/** A scope as the database stores it: a permission, or a dataset that the key is limited to. */
export type StoredScope = Permission | `${typeof datasetPrefix}${string}`;

const datasetPrefix = 'dataset:';

/** The scopes of a session, for what runs later with the rights that its caller then has. */
export const storedScopes = ({ scopes, datasetLimit }: Session): StoredScope[] => [
  ...scopes,
  ...(datasetLimit?.uids ?? []).map((uid): StoredScope => `${datasetPrefix}${uid}`),
];

/** The permissions and the datasets of stored scopes; `datasets` is undefined where they are not limited to datasets. */
export function parseStoredScopes(stored: readonly StoredScope[]): {
  readonly permissions: readonly Permission[];
  readonly datasets: readonly string[] | undefined;
} {
  const datasets = stored.filter(isDataset).map((scope) => scope.slice(datasetPrefix.length));
  return {
    permissions: stored.filter((scope) => !isDataset(scope)),
    datasets: datasets.length > 0 ? datasets : undefined,
  };
}

const isDataset = (scope: StoredScope): scope is `${typeof datasetPrefix}${string}` => scope.startsWith(datasetPrefix);

/** The path of the Explore API, below the address of the service. */
export const exploreBasePath = '/api/explore/v2.1';

/** Appends percent-encoded path segments to `base`: `exploreBasePath`, the absolute URL of it, or a URL below that. */
export const joinExploreUrl = (base: string, ...segments: readonly string[]): string =>
  [base, ...segments.map(encodeURIComponent)].join('/');
