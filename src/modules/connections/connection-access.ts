import { fail } from '../../kernel/fail.ts';
import type {
  AmazonS3Settings,
  AzureBlobStorageSettings,
  FtpSettings,
  GoogleDriveSettings,
  HttpSettings,
  SentHeader,
  SharepointSettings,
  SnowflakeSettings,
} from '../../platform/datasources/authentication.ts';
import { stringPlace } from './accept-settings.ts';
import { headerPlace } from './accept-headers.ts';
import type { OpenConnection } from './connection-records.ts';
import type { StoredAuth, StoredHeader } from './connection-settings.ts';
import { readParts, writeConnectionString } from './connection-string.ts';
import { completeUrl, unknownSecret } from './secret-url.ts';

/** What each kind of source is told of its connection, secrets included. */
export interface ConnectionAccess {
  readonly http: HttpSettings['connection'];
  readonly ftp: FtpSettings['connection'];
  readonly amazon_s3: AmazonS3Settings['connection'];
  readonly azure_blob_storage: AzureBlobStorageSettings['connection'];
  readonly sharepoint: SharepointSettings['connection'];
  readonly google_drive: GoogleDriveSettings['connection'];
  readonly snowflake_odbc: SnowflakeSettings['connection'];
}

type Secret = (place: string) => string;
type Auth<Type extends StoredAuth['type']> = Extract<StoredAuth, { type: Type }>;

const withSecrets = {
  basic_auth: (auth: Auth<'basic_auth'>, secret: Secret) => ({ ...auth, password: secret('password') }),
  oauth2: (auth: Auth<'oauth2'>, secret: Secret) => ({ ...auth, clientSecret: secret('clientSecret') }),
  oidc: (auth: Auth<'oidc'>, secret: Secret, owner: string) => ({
    ...auth,
    clientSecret: secret('clientSecret'),
    refreshToken: secret('refreshToken'),
    owner,
  }),
  aws_signature_v4: (auth: Auth<'aws_signature_v4'>, secret: Secret) => ({
    ...auth,
    secretAccessKey: secret('secretAccessKey'),
  }),
  shared_key: (auth: Auth<'shared_key'>, secret: Secret) => ({ ...auth, sharedKey: secret('sharedKey') }),
};

/** How an open connection is used by a source of its kind. Fails SOURCE_FAILED where a secret of it is not known. */
export function accessOf<Type extends keyof ConnectionAccess>(
  connection: OpenConnection,
  type: Type,
  allowServerCredentials: boolean,
): ConnectionAccess[Type] {
  const { settings, secrets } = connection;
  // inline ones are replaced by others of their dataset
  const owner = connection.datasetUid ?? connection.uid;
  const secret: Secret = (name) => secrets[`auth.${name}`]?.value ?? unknownSecret(name);
  const known = Object.fromEntries(Object.entries(secrets).map(([place, { value }]) => [place, value]));
  const auth = connection.type === type ? (settings.auth ?? null) : unfit();
  const of: { readonly [Each in keyof ConnectionAccess]: () => ConnectionAccess[Each] } = {
    http: () => ({
      url: completeUrl(settings.url ?? unfit(), 'url', known),
      headers: sentHeaders(settings.headers ?? [], known),
      auth:
        auth === null
          ? null
          : auth.type === 'basic_auth'
            ? withSecrets.basic_auth(auth, secret)
            : auth.type === 'oauth2'
              ? withSecrets.oauth2(auth, secret)
              : auth.type === 'oidc'
                ? withSecrets.oidc(auth, secret, owner)
                : unfit(),
    }),
    ftp: () => ({
      url: settings.url ?? unfit(),
      owner,
      auth: auth === null ? null : auth.type === 'basic_auth' ? withSecrets.basic_auth(auth, secret) : unfit(),
    }),
    amazon_s3: () => ({
      auth:
        auth === null
          ? null
          : auth.type === 'aws_signature_v4'
            ? withSecrets.aws_signature_v4(auth, secret)
            : auth.type === 'iam_role' && allowServerCredentials
              ? auth
              : refused(),
    }),
    azure_blob_storage: () => ({
      auth: auth === null ? null : auth.type === 'shared_key' ? withSecrets.shared_key(auth, secret) : unfit(),
    }),
    sharepoint: () => ({ auth: auth?.type === 'oidc' ? withSecrets.oidc(auth, secret, owner) : unfit() }),
    google_drive: () => ({ auth: auth?.type === 'oidc' ? withSecrets.oidc(auth, secret, owner) : unfit() }),
    snowflake_odbc: () => ({ connectionString: completeString(settings.connectionString ?? unfit(), known) }),
  };
  return of[type]();
}

/** Headers with their secrets, which are known by place. Fails SOURCE_FAILED where one is not known. */
export const sentHeaders = (headers: readonly StoredHeader[], known: Readonly<Record<string, string>>): SentHeader[] =>
  headers.map(({ name, value }) => ({
    name,
    value: value ?? known[headerPlace(name)] ?? unknownSecret(`header ${name}`),
  }));

function completeString(open: string, known: Readonly<Record<string, string>>): string {
  const secret = Object.entries(known).flatMap(([place, value]) =>
    place.startsWith(stringPlace('')) ? [{ name: place.slice(stringPlace('').length), value }] : [],
  );
  return writeConnectionString([...readParts(open, 'connectionString'), ...secret]);
}

const refused = (): never =>
  fail('SOURCE_FAILED', {
    reason: 'the credentials of the server may not be used: ALLOW_SERVER_CREDENTIALS is false.',
  });

const unfit = (): never => fail('SOURCE_FAILED', { reason: 'its connection is of another kind. Give it another one.' });
