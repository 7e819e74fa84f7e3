/** The longest relative address, in characters. */
const maxLength = 4_000;

/** Extends a base URL by a relative one; undefined when the result leads to another host or out of the base path. */
export const joinUrlBelow = (base: string, relative: string): string | undefined =>
  leavesBasePath(relative) ? undefined : joinUrl(base, relative);

/** Extends a base URL by a relative one; undefined when the result leads to another host. */
export function joinUrl(base: string, relative: string): string | undefined {
  if (relative === '') return base;
  const url = URL.parse(base);
  const resolved = URL.parse(relative, base);
  if (!url || relative.length > maxLength || !resolved || hostOf(resolved) !== hostOf(url)) return undefined;
  const query = url.search;
  url.search = '';
  url.hash = '';
  if (!/^[?#]/.test(relative) && !url.pathname.endsWith('/')) url.pathname += '/';
  // Without `./`, a first segment with a colon would be read as a scheme.
  const joined = URL.parse(/^[?#]/.test(relative) ? relative : `./${relative.replace(/^[/\\]+/, '')}`, url);
  if (!joined || hostOf(joined) !== hostOf(url) || joined.username !== '' || joined.password !== '') return undefined;
  if (joined.search === '') joined.search = query;
  return joined.href;
}

/** The scheme and host of a URL. `URL.origin` is null for schemes other than http and https. */
const hostOf = ({ protocol, host }: URL): string => `${protocol}//${host}`;

/**
 * Whether a relative path leaves its base path, for our URL parser or for a server that parses paths differently. A server may decode
 * twice, split at backslashes, drop parameters after a segment (RFC 3986, 3.3), or treat an encoded leading slash as the root.
 */
function leavesBasePath(relative: string): boolean {
  // The URL parser removes these characters (https://url.spec.whatwg.org/#concept-basic-url-parser)
  const [path = ''] = relative.replace(/[\t\n\r]/g, '').split(/[?#]/, 1);
  const decoded = path
    .replace(/%(?:25)+/g, '%')
    .replace(/%2e/gi, '.')
    .replace(/%3b/gi, ';');
  const segments = decoded.split(/[/\\]|%2f|%5c/i);
  return /^[/\\]*(?:%2f|%5c)/i.test(decoded) || segments.some((segment) => /^\.\.(?:;|$)/.test(segment.trim()));
}
