/** Whether the administrator has opened one host and port, private or not. */
export type AllowList = (host: string, port: number) => boolean;

/**
 * Reads pairs such as `127.0.0.1:8080`, `[::1]:9000` or `intranet.example:443`: the host as it is written in URLs, and
 * the port. Throws a TypeError that names the pair at fault.
 */
export function allowList(pairs: readonly string[]): AllowList {
  const opened = new Set(pairs.map(readPair));
  return (host, port) => opened.has(`${bareHost(host)}:${port}`);
}

/** The host of a URL without the brackets of IPv6 and in lower case. */
export const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1').toLowerCase();

function readPair(pair: string): string {
  const [, host = '', port = ''] = /^([^/?#@\s]+):(\d{1,5})$/.exec(pair) ?? [];
  const url = URL.parse(`http://${host}`);
  if (url?.port !== '' || Number(port) > 65_535) {
    throw new TypeError(`"${pair}" is not a host and a port, such as intranet.example:443 or [::1]:8080.`);
  }
  return `${bareHost(url.hostname)}:${Number(port)}`;
}
