/** A header as it is stored: null where the value is a secret. */
export interface StoredHeader {
  readonly name: string;
  readonly value: string | null;
}

/** How the catalog authenticates at a datasource, as it is stored: without secrets. */
export type StoredAuth =
  | { readonly type: 'basic_auth'; readonly username: string }
  | { readonly type: 'oauth2'; readonly tokenUrl: string; readonly clientId: string; readonly scope: string }
  | { readonly type: 'oidc'; readonly tokenUrl: string; readonly clientId: string }
  | { readonly type: 'aws_signature_v4'; readonly accessKeyId: string; readonly region: string }
  | { readonly type: 'iam_role' }
  | { readonly type: 'shared_key'; readonly accountName: string };

/** An authentication type. */
export type AuthType = StoredAuth['type'];

/** The stored settings of a connection, without secrets. A setting that the kind of the connection does not have is absent. */
export interface ConnectionSettings {
  readonly url?: string;
  readonly headers?: readonly StoredHeader[];
  readonly auth?: StoredAuth | null;
  readonly connectionString?: string;
}
