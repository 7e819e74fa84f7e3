import { failFields } from '#kernel/fail.ts';
import { joinUrlBelow } from '#platform/datasources/http/join-url.ts';

/**
 * Parses an address that is relative to the address of a connection. Fails INVALID_INPUT at `datasource.relativeUrl` for an address on
 * another host, or above the address of the connection.
 */
export function parseRelativeUrl(input: string | null | undefined, baseUrl: string): string {
  const relative = input ?? '';
  // only the connection may choose the host, whatever the scheme
  const hasScheme = URL.parse(relative) !== null && /^[a-z][\w+.-]*:[/\\]/i.test(relative);
  const hasHost = /^[/\\]{2}/.test(relative);
  if (hasScheme || hasHost || joinUrlBelow(baseUrl, relative) === undefined) {
    failFields({
      'datasource.relativeUrl': [
        'Send a path below the address of the connection. It cannot name another host or lead above that address.',
      ],
    });
  }
  return relative;
}
