import { createHmac } from 'node:crypto';
import type { SharedKey } from '../authentication.ts';

/** The oldest version of the service that supports every feature used here. */
const apiVersion = '2021-12-02';

/** The headers that are signed by position, without their names. */
const signedByPosition = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
];

/**
 * The headers of a GET signed by a shared key, including the given headers
 * (https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key). The key itself is not sent.
 */
export function signAzureRequest(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { accountName, sharedKey }: SharedKey,
): Record<string, string> {
  const dated: Record<string, string> = {
    ...normalizeWhitespace(headers),
    'x-ms-date': new Date().toUTCString(),
    'x-ms-version': apiVersion,
  };
  const stringToSign = [
    'GET',
    ...signedByPosition.map((name) => dated[name] ?? ''),
    ...signedHeaderLines(dated),
    `/${accountName}${url.pathname}`,
    ...signedQueryLines(url),
  ].join('\n');
  const signature = createHmac('sha256', Buffer.from(sharedKey, 'base64')).update(stringToSign).digest('base64');
  return { ...dated, authorization: `SharedKey ${accountName}:${signature}` };
}

/** Normalises white space in the values, so that they are sent exactly as they are signed. */
const normalizeWhitespace = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/\s+/g, ' ').trim()]));

const signedHeaderLines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .sort()
    .map((name) => `${name}:${headers[name] ?? ''}`);

const signedQueryLines = ({ searchParams }: URL): string[] =>
  [...new Set(searchParams.keys())]
    .sort()
    .map((name) => `${name.toLowerCase()}:${searchParams.getAll(name).sort().join(',')}`);
