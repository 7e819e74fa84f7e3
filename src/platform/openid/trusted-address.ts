import { parseAllowList } from '../fetcher/allow-list.ts';

/**
 * Returns the function that decides whether keys may be read from a URL: over https, or over http from a host and port of FETCH_ALLOW, where
 * the administrator vouches for the network. Anyone on the way could replace the keys otherwise.
 */
export function createAddressCheck(allow: readonly string[]): (address: string) => boolean {
  const isAllowed = parseAllowList(allow);
  return (address) => {
    const url = URL.parse(address);
    if (url?.protocol === 'https:') return true;
    return url?.protocol === 'http:' && isAllowed(url.hostname, Number(url.port || 80));
  };
}
