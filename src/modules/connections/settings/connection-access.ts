import { fail } from '../../../kernel/fail.ts';
import type { Authentication, SentHeader } from '../../../platform/datasources/authentication.ts';
import type { DecryptedConnection } from '../stored-connections.ts';
import { restoreUrlSecrets, failMissingSecret } from '../secrets/secret-url.ts';
import type { AuthType, StoredAuth, StoredHeader } from './connection-settings.ts';
import { restoreConnectionStringSecrets } from './connection-string.ts';
import { headerSecretName } from './parse-headers.ts';

type AuthOf<Type extends AuthType> = Extract<Authentication, { type: Type }>;

/** What the client of a datasource reads of a decrypted connection. Each method fails SOURCE_FAILED when a setting or a secret is missing. */
export class ConnectionAccess {
  readonly #connection: DecryptedConnection;
  readonly #secrets: Readonly<Record<string, string>>;
  readonly #allowServerCredentials: boolean;

  /** Fails SOURCE_FAILED where the connection is of another kind. */
  constructor(connection: DecryptedConnection, type: string, allowServerCredentials: boolean) {
    if (connection.type !== type) failOtherKind();
    this.#connection = connection;
    this.#secrets = Object.fromEntries(Object.entries(connection.secrets).map(([name, { value }]) => [name, value]));
    this.#allowServerCredentials = allowServerCredentials;
  }

  /**
   * The uid that refresh tokens and host keys are stored under: of a saved connection its own; of an inline connection that of its dataset,
   * because a change of the settings replaces the connection.
   */
  get owner(): string {
    return this.#connection.datasetUid ?? this.#connection.uid;
  }

  url(): string {
    return restoreUrlSecrets(this.#connection.settings.url ?? failOtherKind(), 'url', this.#secrets);
  }

  headers(): SentHeader[] {
    return restoreHeaderSecrets(this.#connection.settings.headers ?? [], this.#secrets);
  }

  /** Its authentication, which must be of one of the types; null where it has none. */
  auth<Type extends AuthType>(...types: readonly Type[]): AuthOf<Type> | null {
    const stored = this.#connection.settings.auth ?? null;
    if (stored === null) return null;
    const auth = this.#withSecrets(stored);
    return isOneOf(auth, types) ? auth : failOtherKind();
  }

  /** Its authentication, which the kind requires. */
  requiredAuth<Type extends AuthType>(...types: readonly Type[]): AuthOf<Type> {
    return this.auth(...types) ?? failOtherKind();
  }

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

/** Headers with their secrets, which are known by name. Fails SOURCE_FAILED where one is missing. */
export const restoreHeaderSecrets = (
  headers: readonly StoredHeader[],
  known: Readonly<Record<string, string>>,
): SentHeader[] =>
  headers.map(({ name, value }) => ({
    name,
    value: value ?? known[headerSecretName(name)] ?? failMissingSecret(`header ${name}`),
  }));

const failServerCredentials = (): never =>
  fail('SOURCE_FAILED', {
    reason:
      'the credentials of the server must not be used: ALLOW_SERVER_CREDENTIALS is false. Choose another authentication.',
  });

const failOtherKind = (): never =>
  fail('SOURCE_FAILED', { reason: 'its connection is of another kind. Give it another one.' });
