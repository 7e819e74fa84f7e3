import { checkAll } from '#kernel/check-all.ts';
import { failFields, requiredMessage } from '#kernel/fail.ts';
import type { HttpHeaderInput } from './connection-settings.inputs.ts';
import type { StoredHeader } from './connection-settings.ts';
import type { SecretCollector } from '../secrets/stored-secrets.ts';

/** Whether the value of a header is a secret (docs/contract/objects.md, Datasource). */
const isSecretHeader = (name: string): boolean => /^(authorization|cookie)$|key|token/i.test(name);

/** The name under which the secret of a header is stored. */
export const headerSecretName = (name: string): string => `headers.${name.toLowerCase()}`;

const headerNamePattern = /^[\w!#$%&'*+.^`|~-]{1,200}$/;
const headerValuePattern = /^[\t\x20-\x7e\x80-\xff]{0,8000}$/;
const maxHeaders = 50;

/**
 * Parses headers for storing. The collector receives their secrets, which are sent only to `audience`. Fails INVALID_INPUT below the field.
 */
export function parseHeaders(
  headers: readonly HttpHeaderInput[],
  field: string,
  audience: string,
  collector: SecretCollector,
): StoredHeader[] {
  if (headers.length > maxHeaders) failFields({ [field]: [`Send at most ${maxHeaders} headers.`] });
  if (new Set(headers.map(({ name }) => name.toLowerCase())).size < headers.length)
    failFields({ [field]: ['Send each header once.'] });
  const checks = headers.map((header, index) => () => parseHeader(header, `${field}.${index}`, audience, collector));
  return [...checkAll(...checks)];
}

/** Parses one header. Collects the value and stores null in its place if it is a secret. Fails INVALID_INPUT below the path. */
function parseHeader(
  { name, value }: HttpHeaderInput,
  path: string,
  audience: string,
  collector: SecretCollector,
): StoredHeader {
  const [, storedValue] = checkAll(
    () => {
      checkName(name, path);
    },
    () => {
      if (value != null && !headerValuePattern.test(value))
        failFields({ [`${path}.value`]: ['Send one line of Latin-1 text, 8000 characters at most.'] });
      return isSecretHeader(name)
        ? collector.collect(headerSecretName(name), value, audience, `${path}.value`)
        : (value ?? failFields({ [`${path}.value`]: [requiredMessage] }));
    },
  );
  return { name, value: storedValue };
}

function checkName(name: string, path: string): void {
  if (!headerNamePattern.test(name)) failFields({ [`${path}.name`]: ['Send the name of an HTTP header.'] });
}
