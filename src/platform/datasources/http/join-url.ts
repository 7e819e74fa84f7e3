/** The longest relative address, in characters. */
const maxLength = 4_000;

/** The address below another one; undefined when the relative address would lead to another host, or out of the other's path. */
export const belowUrl = (base: string, relative: string): string | undefined =>
  leadsUp(relative) ? undefined : joinUrl(base, relative);

/** The address that goes on from another one; undefined when the relative address would lead to another host. */
export function joinUrl(base: string, relative: string): string | undefined {
  if (relative === '') return base;
  const url = URL.parse(base);
  const resolved = URL.parse(relative, base);
  if (!url || relative.length > maxLength || !resolved || hostOf(resolved) !== hostOf(url)) return undefined;
  const query = url.search;
  url.search = '';
  url.hash = '';
  if (!/^[?#]/.test(relative) && !url.pathname.endsWith('/')) url.pathname += '/';
  // `./` keeps a first segment with a colon from being read as a scheme.
  const joined = URL.parse(/^[?#]/.test(relative) ? relative : `./${relative.replace(/^[/\\]+/, '')}`, url);
  if (!joined || hostOf(joined) !== hostOf(url) || joined.username !== '' || joined.password !== '') return undefined;
  if (joined.search === '') joined.search = query;
  return joined.href;
}

/** With the scheme; the origin of other schemes than those of the web is none. */
const hostOf = ({ protocol, host }: URL): string => `${protocol}//${host}`;

/**
 * Whether a path leaves the one that it goes on from, for us or for a server that reads it in its own way: decoded once more, split
 * at backslashes, with parameters behind a segment (RFC 3986, 3.3), or from the root where it begins with an encoded slash.
 */
function leadsUp(relative: string): boolean {
  // URLs are read without these (https://url.spec.whatwg.org/#concept-basic-url-parser)
  const [path = ''] = relative.replace(/[\t\n\r]/g, '').split(/[?#]/, 1);
  const readable = path
    .replace(/%(?:25)+/g, '%')
    .replace(/%2e/gi, '.')
    .replace(/%3b/gi, ';');
  const segments = readable.split(/[/\\]|%2f|%5c/i);
  return /^[/\\]*(?:%2f|%5c)/i.test(readable) || segments.some((segment) => /^\.\.(?:;|$)/.test(segment.trim()));
}
