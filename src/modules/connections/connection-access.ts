import { fail } from '#kernel/fail.ts';
import type { Authentication, SentHeader } from '#platform/datasources/authentication.ts';
import {
  type AuthType,
  type DecryptedConnection,
  failMissingSecret,
  restoreUrlSecrets,
  type StoredAuth,
  type StoredHeader,
} from './stored-secrets.ts';
import { restoreConnectionStringSecrets } from './connection-string.ts';
import { headerSecretName } from './parse-settings.ts';

type AuthOf<Type extends AuthType> = Extract<Authentication, { type: Type }>;

/** What the client of a datasource needs of a decrypted connection. Methods fail SOURCE_FAILED when it is missing. */
export class ConnectionAccess {
  readonly #connection: DecryptedConnection;
  readonly #secrets: Readonly<Record<string, string>>;
  readonly #allowServerCredentials: boolean;

  /** Fails SOURCE_FAILED when the connection is not of the kind `type`. */
  constructor(connection: DecryptedConnection, type: string, allowServerCredentials: boolean) {
    if (connection.type !== type) failOtherKind();
    this.#connection = connection;
    this.#secrets = Object.fromEntries(Object.entries(connection.secrets).map(([name, { value }]) => [name, value]));
    this.#allowServerCredentials = allowServerCredentials;
  }

  /** The uid that refresh tokens and host keys are stored under: of an inline connection, its dataset's. */
  get owner(): string {
    return this.#connection.datasetUid ?? this.#connection.uid;
  }

  /** The address, with its secrets. */
  url(): string {
    return restoreUrlSecrets(this.#connection.settings.url ?? failOtherKind(), 'url', this.#secrets);
  }

  /** The headers, with their secrets. */
  headers(): SentHeader[] {
    return restoreHeaderSecrets(this.#connection.settings.headers ?? [], this.#secrets);
  }

  /** The authentication, with its secrets; null when the connection has none. Fails SOURCE_FAILED when it is of none of the given types. */
  auth<Type extends AuthType>(...types: readonly Type[]): AuthOf<Type> | null {
    const stored = this.#connection.settings.auth ?? null;
    if (stored === null) return null;
    const auth = this.#withSecrets(stored);
    return isOneOf(auth, types) ? auth : failOtherKind();
  }

  /** The authentication, with its secrets. Fails SOURCE_FAILED when the connection has none, or it is of none of the given types. */
  requiredAuth<Type extends AuthType>(...types: readonly Type[]): AuthOf<Type> {
    return this.auth(...types) ?? failOtherKind();
  }

  /** The connection string, with its secret parts. */
  connectionString(): string {
    return restoreConnectionStringSecrets(this.#connection.settings.connectionString ?? failOtherKind(), this.#secrets);
  }

  #withSecrets(auth: StoredAuth): Authentication {
    const secret = (name: string) => this.#secrets[`auth.${name}`] ?? failMissingSecret(name);
    switch (auth.type) {
      case 'basic_auth':
        return { ...auth, password: secret('password') };
      case 'oauth2':
        return { ...auth, clientSecret: secret('clientSecret') };
      case 'oidc':
        return {
          ...auth,
          clientSecret: secret('clientSecret'),
          refreshToken: secret('refreshToken'),
          owner: this.owner,
        };
      case 'aws_signature_v4':
        return { ...auth, secretAccessKey: secret('secretAccessKey') };
      case 'shared_key':
        return { ...auth, sharedKey: secret('sharedKey') };
      case 'iam_role':
        return this.#allowServerCredentials ? auth : failServerCredentials();
    }
  }
}

const isOneOf = <Type extends AuthType>(auth: Authentication, types: readonly Type[]): auth is AuthOf<Type> =>
  types.some((type) => type === auth.type);

/** Fills in the header values that are stored as secrets. Fails SOURCE_FAILED when a secret is missing. */
export const restoreHeaderSecrets = (
  headers: readonly StoredHeader[],
  knownSecrets: Readonly<Record<string, string>>,
): SentHeader[] =>
  headers.map(({ name, value }) => ({
    name,
    value: value ?? knownSecrets[headerSecretName(name)] ?? failMissingSecret(`header ${name}`),
  }));

const failServerCredentials = (): never =>
  fail('SOURCE_FAILED', {
    reason:
      'the credentials of the server must not be used: ALLOW_SERVER_CREDENTIALS is false. Choose another authentication.',
  });

const failOtherKind = (): never =>
  fail('SOURCE_FAILED', {
    reason: 'its connection is for another kind of datasource. Choose a connection of the right kind.',
  });
