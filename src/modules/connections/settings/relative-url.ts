import { failFields } from '../../../kernel/fail.ts';
import { joinUrlBelow } from '../../../platform/datasources/http/join-url.ts';

/** Parses an address below that of a connection. Fails INVALID_INPUT at `datasource.relativeUrl` for another host, or a path above it. */
export function parseRelativeUrl(input: string | null | undefined, baseUrl: string): string {
  const relative = input ?? '';
  // an absolute address, or one of another server: only the connection chooses the host, whatever the scheme
  const isAbsolute =
    (URL.parse(relative) !== null && /^[a-z][\w+.-]*:[/\\]/i.test(relative)) || /^[/\\]{2}/.test(relative);
  if (isAbsolute || joinUrlBelow(baseUrl, relative) === undefined) {
    failFields({
      'datasource.relativeUrl': ["Send a path below the connection's address; it cannot lead to another host, nor up."],
    });
  }
  return relative;
}
