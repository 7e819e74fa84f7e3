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

/** A token that a client gets for itself (RFC 6749, 4.4). */
export interface OAuth2 {
  readonly type: 'oauth2';
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
}

/** A token that a client gets for a user who once allowed it (RFC 6749, 6). */
export interface Oidc {
  readonly type: 'oidc';
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The one that was configured; the provider may have given others in its place since. */
  readonly refreshToken: string;
  /** The uid of whose it is, a dataset or a saved connection: what takes its place is kept for that one alone. */
  readonly owner: string;
}

/** Bytes at an http or https address. */
export interface HttpSettings {
  readonly type: 'http';
  readonly connection: {
    readonly url: string;
    readonly headers: readonly SentHeader[];
    readonly auth: BasicAuth | OAuth2 | Oidc | null;
  };
  /** Below the connection's address; empty for that one itself. */
  readonly relativeUrl: string;
  readonly headers: readonly SentHeader[];
}

/** A file on a file server; the scheme of the URL decides between ftp, ftps and sftp, and `?host_key=SHA256:…` pins the key of an SSH server. */
export interface FtpSettings {
  readonly type: 'ftp';
  /** `owner` is the uid of a dataset or a saved connection: the keys of servers are remembered for that one alone. */
  readonly connection: { readonly url: string; readonly auth: BasicAuth | null; readonly owner: string };
  readonly relativeUrl: string;
}

/** A key pair of AWS, or of what speaks its signatures. */
export interface AwsSignatureV4 {
  readonly type: 'aws_signature_v4';
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

/** An object in a bucket: `s3://bucket/key` of AWS, or its http or https address at any endpoint that speaks S3. */
export interface AmazonS3Settings {
  readonly type: 'amazon_s3';
  /** Without a key the object is asked for anonymously; `iam_role` are the server's own credentials, which sign for AWS only. */
  readonly connection: { readonly auth: AwsSignatureV4 | { readonly type: 'iam_role' } | null };
  readonly url: string;
  readonly headers: readonly SentHeader[];
}

/** A blob at `https://account.blob.core.windows.net/container/blob`, with or without a shared access signature in the query. */
export interface AzureBlobStorageSettings {
  readonly type: 'azure_blob_storage';
  readonly connection: {
    readonly auth: { readonly type: 'shared_key'; readonly accountName: string; readonly sharedKey: string } | null;
  };
  readonly url: string;
  readonly headers: readonly SentHeader[];
}

/** A file of a document-sharing site, read through Microsoft Graph. */
export interface SharepointSettings {
  readonly type: 'sharepoint';
  readonly connection: { readonly auth: Oidc };
  readonly driveId: string;
  readonly fileId: string;
  /** The origin of Microsoft Graph: that of a national cloud, for one, without a path; the provider's own unless told. */
  readonly endpoint?: string;
}

/** A file of a cloud drive. */
export interface GoogleDriveSettings {
  readonly type: 'google_drive';
  readonly connection: { readonly auth: Oidc };
  readonly fileId: string;
  /** The origin of the drive's API, without a path; the provider's own unless told. */
  readonly endpoint?: string;
}

/** The rows of a query on the cloud warehouse, as JSON lines. */
export interface SnowflakeSettings {
  readonly type: 'snowflake_odbc';
  /** `Server=…;Database=…;…`, complete with its secrets. */
  readonly connection: { readonly connectionString: string };
  readonly query: string;
  /** The origin of the warehouse's API, without a path; the connection string's server unless told. */
  readonly endpoint?: string;
}

/** The records of a dataset of another catalog, as JSON lines. */
export interface FederatedSettings {
  readonly type: 'federated';
  /** The other catalog: a host name, or an address without a path. */
  readonly domainId: string;
  readonly datasetId: string;
  /** Sent as query parameters of the export. */
  readonly parameters: Readonly<Record<string, string>>;
  /** With `{dataset_id}` in it. */
  readonly exportPath: string;
  /** Of the other catalog; null where it asks for none. */
  readonly apiKey: string | null;
}

/** The stations of the bike-share provider, as JSON. */
export interface JcdecauxSettings {
  readonly type: 'jcdecaux';
  /** The address of the provider's API. */
  readonly url: string;
  /** A city; empty for all. */
  readonly contract: string;
  readonly apiKey: string;
}

/** The stations of a bike-share system with their present state, as JSON lines, by its GBFS discovery file. */
export interface GbfsSettings {
  readonly type: 'gbfs';
  readonly url: string;
}

/** Where bytes are, with everything that reading them takes, secrets included; never stored, never logged. */
export type DatasourceSettings =
  | HttpSettings
  | FtpSettings
  | AmazonS3Settings
  | AzureBlobStorageSettings
  | SharepointSettings
  | GoogleDriveSettings
  | SnowflakeSettings
  | FederatedSettings
  | JcdecauxSettings
  | GbfsSettings;

export type DatasourceKind = DatasourceSettings['type'];
