import { CatalogError, fail } from '#kernel/fail.ts';
import { untilAborted } from '#kernel/concurrency.ts';
import type { Fetched } from '../fetcher/fetcher.ts';
import { type DatasourceClient, loadOptionalPackage } from './datasource-client.ts';
import { toDatasourceResponse } from './http.ts';
import { type AdviceByCode, fetchWhenReady, readPrefix, toProviderFailure } from './provider-requests.ts';
import { type AwsSignatureV4, type IamRole, type SentHeader, toHeaderMap } from './authentication.ts';

/** An object in a bucket: `s3://bucket/key` of AWS, or its http or https URL at any S3-compatible endpoint. */
export interface AmazonS3Settings {
  readonly type: 'amazon_s3';
  /** Null reads the object anonymously. `iam_role` uses the credentials of this server, which sign requests to AWS only. */
  readonly connection: { readonly auth: AwsSignatureV4 | IamRole | null };
  readonly url: string;
  readonly headers: readonly SentHeader[];
}

const defaultRegion = 'us-east-1';
/** The statuses whose response body may contain an error code. */
const statusesWithCode = [301, 400, 403, 404];

const advice: AdviceByCode = new Map([
  ['AccessDenied', 'Check that the key may read the object; without a key the object must be public.'],
  ['InvalidAccessKeyId', 'Check the access key id.'],
  ['SignatureDoesNotMatch', 'Check the secret access key.'],
  ['NoSuchBucket', 'Check the bucket.'],
  ['NoSuchKey', 'Check the key of the object.'],
  ['ExpiredToken', 'The credentials have expired; get new ones.'],
  ['RequestTimeTooSkewed', 'The clock of this server is wrong; an administrator must set it.'],
  ['InvalidObjectState', 'The object is archived; restore it first.'],
]);

/** Reads objects from Amazon S3 and from S3-compatible servers. */
export const amazonS3Client: DatasourceClient<AmazonS3Settings> = {
  async openStream({ connection: { auth }, url, headers }, { fetcher }, { signal, validators }) {
    const address = resolveS3Address(url, auth?.type === 'aws_signature_v4' ? auth.region : null);
    if (auth?.type === 'iam_role' && !isAws(address)) {
      fail('SOURCE_REFUSED', {
        reason: "the server's own credentials are for AWS only. Write the address as s3://bucket/key.",
      });
    }
    const region = auth?.type === 'aws_signature_v4' ? auth.region : (regionOf(address) ?? defaultRegion);
    const configuredHeaders = toHeaderMap(headers);
    const sentHeaders = auth
      ? await untilAborted(signal, () => signS3Request(address, region, configuredHeaders, auth))
      : configuredHeaders;
    const fetched = await fetchWhenReady(fetcher, address.href, {
      headers: sentHeaders,
      signal,
      validators,
      acceptedStatuses: statusesWithCode,
    });
    if (statusesWithCode.includes(fetched.status)) throw await failureOf(fetched, region);
    return toDatasourceResponse(fetched);
  },
};

async function failureOf(fetched: Fetched, region: string): Promise<CatalogError> {
  const bucketRegion = fetched.headers['x-amz-bucket-region'];
  const [, code] = /<Code>(\w+)<\/Code>/.exec(await readPrefix(fetched.body)) ?? [];
  if (bucketRegion === undefined || bucketRegion === region || !/^[a-z0-9-]{1,40}$/.test(bucketRegion))
    return toProviderFailure(fetched, code, advice);
  return new CatalogError('SOURCE_FAILED', {
    reason: `the bucket is in the region ${bucketRegion}. Set that region, or write the address as https://bucket.s3.${bucketRegion}.amazonaws.com/key.`,
  });
}

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

/** The credentials that sign a request: an access key, or this server's own credentials from the AWS credential chain. */
export type S3Signer = AwsSignatureV4 | { readonly type: 'iam_role' };

/**
 * The headers of a signed GET, including the given headers. The SDK only signs, and looks up this server's credentials independently
 * of any user's URL; the fetcher sends the request. Fails SOURCE_FAILED without credentials.
 */
export async function signS3Request(
  url: URL,
  region: string,
  headers: Readonly<Record<string, string>>,
  signer: S3Signer,
): Promise<Record<string, string>> {
  const { S3Client } = await loadOptionalPackage('@aws-sdk/client-s3', () => import('@aws-sdk/client-s3'));
  const credentials =
    signer.type === 'aws_signature_v4'
      ? { accessKeyId: signer.accessKeyId, secretAccessKey: signer.secretAccessKey }
      : undefined;
  const { config } = new S3Client({ region, ...(credentials && { credentials }) });
  const requestSigner = await config.signer({
    name: 'sigv4',
    signingName: 's3',
    signingRegion: region,
    properties: {},
  });
  const signed = await requestSigner
    .sign({
      method: 'GET',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: queryOf(url),
      headers: { ...headers, host: url.host },
    })
    .catch(() => fail('SOURCE_FAILED', { reason: 'this server has no credentials of its own for AWS.' }));
  // The HTTP client sets `host` itself and refuses it as a header.
  const { host: _host, ...sent } = signed.headers;
  return sent;
}

/** The values of each query parameter. */
const queryOf = ({ searchParams }: URL): Record<string, string[]> =>
  Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
