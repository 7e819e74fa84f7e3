/** A kind of place that a connection leads to (docs/contract/objects.md, Connection). */
export type ConnectionType =
  'http' | 'ftp' | 'amazon_s3' | 'azure_blob_storage' | 'sharepoint' | 'google_drive' | 'snowflake_odbc';

/** A header as it is stored: null where the value is a secret. */
export interface StoredHeader {
  readonly name: string;
  readonly value: string | null;
}

/** How a source is told who asks, as it is stored: without secrets. */
export type StoredAuth =
  | { readonly type: 'basic_auth'; readonly username: string }
  | { readonly type: 'oauth2'; readonly tokenUrl: string; readonly clientId: string; readonly scope: string }
  | { readonly type: 'oidc'; readonly tokenUrl: string; readonly clientId: string }
  | { readonly type: 'aws_signature_v4'; readonly accessKeyId: string; readonly region: string }
  | { readonly type: 'iam_role' }
  | { readonly type: 'shared_key'; readonly accountName: string };

/** A way of telling a source who asks. */
export type AuthType = StoredAuth['type'];

/** What a connection is beside its type, as it is stored: without secrets. What its type does not have is not there. */
export interface ConnectionSettings {
  readonly url?: string;
  readonly headers?: readonly StoredHeader[];
  readonly auth?: StoredAuth | null;
  readonly connectionString?: string;
}

/** The ways of authentication that each kind of place knows, and whether it can do without. */
export const authOf: Readonly<
  Record<ConnectionType, { readonly types: readonly AuthType[]; readonly isOptional: boolean }>
> = Object.freeze({
  http: { types: ['basic_auth', 'oauth2', 'oidc'], isOptional: true },
  ftp: { types: ['basic_auth'], isOptional: true },
  amazon_s3: { types: ['aws_signature_v4', 'iam_role'], isOptional: true },
  azure_blob_storage: { types: ['shared_key'], isOptional: true },
  sharepoint: { types: ['oidc'], isOptional: false },
  google_drive: { types: ['oidc'], isOptional: false },
  snowflake_odbc: { types: [], isOptional: true },
});
