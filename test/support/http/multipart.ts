import type { RestAnswer } from '../client.ts';
import { expectMatchesOpenApi } from '../worker/openapi-checks.ts';
import type { TestApp } from '../app.ts';

/** A part of a multipart request: a text, or a file with its name. */
export type SentPart =
  | readonly [name: string, text: string | Buffer]
  | readonly [name: string, content: Buffer, filename: string, type?: string];

const base = '/api/portal/v1.0';
export const multipartBoundary = 'catalograph-test-boundary';

/** The bytes of a multipart body. */
export const multipartBody = (parts: readonly SentPart[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(([name, content, filename, type = 'application/octet-stream']) => [
      Buffer.from(
        `--${multipartBoundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"\r\ncontent-type: ${type}`}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${multipartBoundary}--\r\n`),
  ]);

/** The key and the headers of a request. */
export interface SentForm {
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly remoteAddress?: string;
}

/** Sends parts to an address of the Portal API. */
export async function sendParts(
  { http }: Pick<TestApp, 'http'>,
  path: string,
  parts: readonly SentPart[] | Buffer,
  { key, headers = {}, remoteAddress }: SentForm = {},
): Promise<RestAnswer> {
  const answer = await http.inject({
    method: 'POST',
    url: `${base}${path}`,
    ...(remoteAddress !== undefined && { remoteAddress }),
    headers: {
      'content-type': `multipart/form-data; boundary=${multipartBoundary}`,
      ...(key !== undefined && { authorization: `Apikey ${key}` }),
      ...headers,
    },
    payload: Buffer.isBuffer(parts) ? parts : multipartBody(parts),
  });
  const body = answer.json();
  await expectMatchesOpenApi(http, { base, method: 'POST', path, sent: undefined, status: answer.statusCode, body });
  return { status: answer.statusCode, body, headers: answer.headers };
}

/** Submits answers, followed by other parts. */
export const submitForm = (
  app: Pick<TestApp, 'http'>,
  slug: string,
  data: unknown,
  sent: SentForm & { readonly parts?: readonly SentPart[] } = {},
): Promise<RestAnswer> =>
  sendParts(app, `/forms/${slug}/submissions/`, [['data', JSON.stringify(data)], ...(sent.parts ?? [])], sent);

/** Submits valid answers; returns the uid of the submission. */
export async function submitForUid(
  app: Pick<TestApp, 'http'>,
  slug: string,
  data: unknown,
  sent: Parameters<typeof submitForm>[3] = {},
): Promise<string> {
  const { status, body, headers } = await submitForm(app, slug, data, sent);
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return String(headers['location']).split('/').at(-2) ?? '';
}

/** The smallest images of each format. */
export const images = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  gif: Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'),
  jpeg: Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
  webp: Buffer.from('524946461a000000574542505650384c0d0000002f00000010071011118888fe0700', 'hex'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
};
