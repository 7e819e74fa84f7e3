import { createHmac } from 'node:crypto';
import type { SharedKey } from '../authentication.ts';

/** The first version of the service with all that is used here. */
const version = '2021-12-02';

/** Headers that are signed by their place, without their names. */
const signedByPlace = [
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
 * The headers of a GET signed by a shared key, those given included
 * (https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key). The key itself is not sent.
 */
export function azureSignature(
  url: URL,
  headers: Readonly<Record<string, string>>,
  { accountName, sharedKey }: SharedKey,
): Record<string, string> {
  const dated: Record<string, string> = {
    ...withPlainBlanks(headers),
    'x-ms-date': new Date().toUTCString(),
    'x-ms-version': version,
  };
  const text = [
    'GET',
    ...signedByPlace.map((name) => dated[name] ?? ''),
    ...namedHeaders(dated),
    `/${accountName}${url.pathname}`,
    ...queryOf(url),
  ].join('\n');
  const signature = createHmac('sha256', Buffer.from(sharedKey, 'base64')).update(text).digest('base64');
  return { ...dated, authorization: `SharedKey ${accountName}:${signature}` };
}

/** As they are signed, so that nobody has to guess which blanks were meant. */
const withPlainBlanks = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/\s+/g, ' ').trim()]));

const namedHeaders = (headers: Readonly<Record<string, string>>): string[] =>
  Object.keys(headers)
    .filter((name) => name.startsWith('x-ms-'))
    .sort()
    .map((name) => `${name}:${headers[name] ?? ''}`);

const queryOf = ({ searchParams }: URL): string[] =>
  [...new Set(searchParams.keys())]
    .sort()
    .map((name) => `${name.toLowerCase()}:${searchParams.getAll(name).sort().join(',')}`);
