/** The longest relative address, in characters. */
const maxLength = 4_000;

/** The address below another one; undefined when the relative address would lead to another host. */
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
