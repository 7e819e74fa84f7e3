import { fail } from '#kernel/fail.ts';

/** One request of a fetch: the first request, or a request after a redirect. */
export interface Hop {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers that belong to the connection, which a user may not set. */
const reserved = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'proxy-authorization',
  'proxy-connection',
]);

/** The first hop to a URL; a user name and password in the URL become an Authorization header. Fails SOURCE_REFUSED. */
export function firstHop(target: string, headers: Readonly<Record<string, string>>): Hop {
  const { url, authorization } = readUrl(target);
  const lowerCased = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  lowerCased.forEach(checkHeader);
  return { url, headers: { ...(authorization && { authorization }), ...Object.fromEntries(lowerCased) } };
}

/**
 * The hop that a redirect leads to. After a redirect to another origin, no hop gets the user's headers, not even a hop back to the first
 * origin. Credentials in a redirect's address are ignored. Fails SOURCE_REFUSED.
 */
export function nextHop({ url, headers }: Hop, location: string): Hop {
  const next = readUrl(location, url).url;
  return { url: next, headers: next.origin === url.origin ? headers : {} };
}

function readUrl(text: string, base?: URL): { url: URL; authorization: string | undefined } {
  const url = URL.parse(text, base) ?? failRefused('the address is not a valid URL. Write it as https://host/path.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    failRefused('only http:// and https:// addresses can be fetched.');
  const credentials =
    url.username !== '' || url.password !== '' ? `${decode(url.username)}:${decode(url.password)}` : undefined;
  url.username = url.password = url.hash = '';
  return { url, authorization: credentials && `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return failRefused('the user name or password in the address is not percent-encoded correctly.');
  }
}

function checkHeader([name, value]: readonly [string, string]): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    failRefused('a header has a name or value that HTTP does not allow.');
  }
  if (reserved.has(name)) failRefused(`the header ${name} cannot be set.`);
}

function failRefused(reason: string): never {
  return fail('SOURCE_REFUSED', { reason });
}
