import { CatalogError } from '#kernel/fail.ts';

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const regionName = /^[a-z]{2,}(-[a-z]+)+-\d{1,2}$/;
const awsHost = /^(?:[a-z0-9.-]+\.)?s3(?:[.-]([a-z0-9-]+))?\.amazonaws\.com(?:\.cn)?$/;

/**
 * The URL of an object. `s3://bucket/key` resolves to AWS in the given region. An http or https URL is any S3-compatible endpoint,
 * with the bucket in its path or its host, and keeps its host. Fails SOURCE_REFUSED.
 */
export function resolveS3Address(address: string, region: string | null): URL {
  const url = URL.parse(address);
  if (!url || !/^(s3|https?):$/.test(url.protocol))
    throw sourceRefused('Write the address as s3://bucket/key, or as the https:// address of the object.');
  if (url.username !== '' || url.password !== '')
    throw sourceRefused('Give the access key in the authentication, not in the address.');
  if (url.protocol === 's3:') return resolveAwsAddress(url, region);
  url.pathname = encodePath(url.pathname);
  return url;
}

/** Whether a URL belongs to AWS; the credentials of this server sign requests to AWS only. */
export const isAws = ({ protocol, hostname, port }: URL): boolean =>
  protocol === 'https:' && port === '' && awsHost.test(hostname);

/** The region in an AWS host name; null when it contains none. */
export const regionOf = ({ hostname }: URL): string | null => awsHost.exec(hostname)?.[1] ?? null;

function resolveAwsAddress({ host: bucket, pathname, search }: URL, region: string | null): URL {
  if (!bucketName.test(bucket)) throw sourceRefused('The address names no bucket. Write it as s3://bucket/key.');
  if (region !== null && !regionName.test(region))
    throw sourceRefused(
      'AWS has no such region. Give one such as eu-west-3; for other services, give the https:// address of the object.',
    );
  const host = `s3.${region === null ? '' : `${region}.`}amazonaws.com${region?.startsWith('cn-') ? '.cn' : ''}`;
  // AWS's wildcard certificate covers one label of a host name, so a bucket name with dots goes into the path.
  const origin = bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
  return new URL(`${origin}${encodePath(pathname)}${search}`);
}

/** Encodes a path as the signature requires: more characters are percent-encoded than in a URL (RFC 3986, 2.3). */
function encodePath(path: string): string {
  try {
    return path
      .split('/')
      .map((part) => encodeURIComponent(decodeURIComponent(part)).replace(/[!'()*]/g, percentEncode))
      .join('/');
  } catch {
    throw sourceRefused('The path is not percent-encoded correctly.');
  }
}

const percentEncode = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

const sourceRefused = (reason: string) => new CatalogError('SOURCE_REFUSED', { reason });
