/** A header sent to an HTTP source. */
export interface SentHeader {
  readonly name: string;
  readonly value: string;
}

/** A user and a password, for HTTP and FTP. */
export interface BasicAuth {
  readonly type: 'basic_auth';
  readonly username: string;
  readonly password: string;
}

/** The client credentials grant (RFC 6749, 4.4). */
export interface OAuth2 {
  readonly type: 'oauth2';
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
}

/** The refresh token grant (RFC 6749, 6). */
export interface Oidc {
  readonly type: 'oidc';
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The configured refresh token; the provider may have rotated it since. */
  readonly refreshToken: string;
  /** The uid of the dataset or the saved connection that owns the token; rotated tokens are stored for this owner only. */
  readonly owner: string;
}

/** An access key of AWS or of a compatible service. */
export interface AwsSignatureV4 {
  readonly type: 'aws_signature_v4';
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** The credentials of the server itself. */
export interface IamRole {
  readonly type: 'iam_role';
}

/** The key of a storage account. */
export interface SharedKey {
  readonly type: 'shared_key';
  readonly accountName: string;
  readonly sharedKey: string;
}

/** The decrypted credentials with which the service authenticates at a datasource. These objects are never stored or logged. */
export type Authentication = BasicAuth | OAuth2 | Oidc | AwsSignatureV4 | IamRole | SharedKey;

/** Maps headers by their names in lower case; the last of repeated names wins. */
export const toHeaderMap = (headers: readonly SentHeader[]): Record<string, string> =>
  Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
