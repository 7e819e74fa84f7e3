/** A bucket of a server that speaks S3. */
export interface S3Settings {
  readonly bucket: string;
  /** What all keys of the storage begin with: empty, or a path that ends with a slash. */
  readonly prefix: string;
  /** The server's URL; undefined for Amazon S3. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined for the credentials of this machine: its environment, its profile or its role. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/** `s3://bucket/prefix`, as in STORAGE_URL. */
export const s3Url = ({ bucket, prefix }: Pick<S3Settings, 'bucket' | 'prefix'>): string =>
  `s3://${bucket}/${prefix}`.replace(/\/$/, '');
