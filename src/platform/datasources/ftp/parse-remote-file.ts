import { CatalogError, fail } from '#kernel/fail.ts';
import { normalizeHost } from '#platform/fetcher/allow-list.ts';

/** The protocol of a file server. Port 990 means implicit FTPS: TLS from the first byte. */
export type FileProtocol = 'ftp' | 'ftps' | 'implicit ftps' | 'sftp';

/** A file on a file server. */
export interface RemoteFile {
  readonly protocol: FileProtocol;
  readonly host: string;
  readonly port: number;
  /** The path as the server expects it; a relative path starts in the user's login folder. */
  readonly path: string;
  /** The required fingerprint of the server's SSH key; null to require the trusted key. */
  readonly hostKey: string | null;
}

const defaultPorts: Readonly<Record<string, number>> = { 'ftp:': 21, 'ftps:': 21, 'sftp:': 22 };
const implicitPort = 990;

/**
 * Parses a URL. `ftp://host/a` begins in the user's folder and `ftp://host//a` at the root (RFC 1738, 3.2.2); `sftp://host/a`
 * begins at the root and `sftp://host/~/a` in the user's folder. `?host_key=SHA256:…` is a fingerprint as ssh-keygen prints it.
 */
export function parseRemoteFile(address: string): RemoteFile {
  const url = URL.parse(address);
  const defaultPort = defaultPorts[url?.protocol ?? ''];
  if (!url || defaultPort === undefined || url.hostname === '')
    throw sourceRefused('Write the address as ftp://host/path, ftps://host/path or sftp://host/path.');
  if (url.username !== '' || url.password !== '')
    throw sourceRefused('Give the user name and the password in the authentication, not in the address.');
  const port = url.port === '' ? defaultPort : Number(url.port);
  const protocol = protocolOf(url, port);
  return {
    protocol,
    host: normalizeHost(url.hostname),
    port,
    path: protocol === 'sftp' ? parsePath(url.pathname).replace(/^\/~\//, '') : parsePath(url.pathname.slice(1)),
    hostKey: parseHostKey(url),
  };
}

function protocolOf(url: URL, port: number): FileProtocol {
  if (url.protocol === 'sftp:') return 'sftp';
  if (url.protocol === 'ftp:') return 'ftp';
  return port === implicitPort ? 'implicit ftps' : 'ftps';
}

function parsePath(encoded: string): string {
  const path = decode(encoded);
  if (path === '' || path.endsWith('/')) throw sourceRefused('The address names a folder. Give the path of a file.');
  if (/\p{Cc}/u.test(path)) throw sourceRefused('Control characters are not allowed in the path.');
  return path;
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw sourceRefused('The path is not percent-encoded correctly.');
  }
}

function parseHostKey({ search, searchParams }: URL): string | null {
  if (search === '') return null;
  // The query parser turns the plus signs of base64 into spaces.
  const [, fingerprint] =
    /^SHA256:([\w+/]{43})=?$/.exec((searchParams.get('host_key') ?? '').replaceAll(' ', '+')) ?? [];
  return (
    fingerprint ??
    fail('SOURCE_REFUSED', { reason: 'A query may be host_key=SHA256:… only. Write question marks in a path as %3F.' })
  );
}

const sourceRefused = (reason: string) => new CatalogError('SOURCE_REFUSED', { reason });
