import { fail } from '../../../kernel/fail.ts';
import { optionalPackage } from '../optional-package.ts';
import type { AwsSignatureV4 } from '../authentication.ts';

/** Who signs: a key, or the server with its own credentials, from wherever AWS has put them. */
export type S3Signer = AwsSignatureV4 | { readonly type: 'iam_role' };

/**
 * The headers of a signed GET of an address, those given included. The SDK signs, and finds the server's own credentials by ways
 * that no user's address leads to; the request itself is the fetcher's. Fails SOURCE_FAILED where there is nothing to sign with.
 */
export async function signS3Request(
  url: URL,
  region: string,
  headers: Readonly<Record<string, string>>,
  signer: S3Signer,
): Promise<Record<string, string>> {
  const { S3Client } = await optionalPackage('@aws-sdk/client-s3', () => import('@aws-sdk/client-s3'));
  const credentials =
    signer.type === 'aws_signature_v4'
      ? { accessKeyId: signer.accessKeyId, secretAccessKey: signer.secretAccessKey }
      : undefined;
  const { config } = new S3Client({ region, ...(credentials && { credentials }) });
  const own = await config.signer({ name: 'sigv4', signingName: 's3', signingRegion: region, properties: {} });
  const signed = await own
    .sign({
      method: 'GET',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: queryOf(url),
      headers: { ...headers, host: url.host },
    })
    .catch(() => fail('SOURCE_FAILED', { reason: 'this server has no credentials of its own for AWS.' }));
  // The client sends it by itself, and lets nobody else set it.
  const { host: _host, ...sent } = signed.headers;
  return sent;
}

/** Values by name; several where a name is repeated. */
const queryOf = ({ searchParams }: URL): Record<string, string[]> =>
  Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)]));
