/** Whether the administrator allows a host and port, private or not. */
export type AllowList = (host: string, port: number) => boolean;

/**
 * Parses pairs such as `127.0.0.1:8080`, `[::1]:9000` or `intranet.example:443`: the host as in a URL, and the port. Throws a
 * TypeError that names an invalid pair.
 */
export function parseAllowList(pairs: readonly string[]): AllowList {
  const allowed = new Set(pairs.map(parsePair));
  return (host, port) => allowed.has(`${normalizeHost(host)}:${port}`);
}

/** The host of a URL without the brackets of IPv6 and in lower case. */
export const normalizeHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();

function parsePair(pair: string): string {
  const [, host = '', port = ''] = /^([^/?#@\s]+):(\d{1,5})$/.exec(pair) ?? [];
  const url = URL.parse(`http://${host}`);
  if (url?.port !== '' || Number(port) > 65_535) {
    throw new TypeError(`"${pair}" is not a host and a port, such as intranet.example:443 or [::1]:8080.`);
  }
  return `${normalizeHost(url.hostname)}:${Number(port)}`;
}
