import { fail } from '#kernel/fail.ts';
import { loadOptionalPackage } from '../optional-package.ts';
import type { AwsSignatureV4 } from '../authentication.ts';

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
