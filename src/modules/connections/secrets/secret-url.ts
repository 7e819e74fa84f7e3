import { fail } from '#kernel/fail.ts';
import type { SecretCollector } from './stored-secrets.ts';

/** The mask of a secret part of an address. In a response it hides the secret; in an input it stands for the stored secret. */
const mask = '***';

/** Whether a parameter in the query of an address is a secret, by its name: a signature, a token, a key, a password. */
const isSecret = (name: string): boolean =>
  /(^|[-_.])(sig|sas|pwd|pass|auth|jwt)$|signature|token|secret|passw|credentials?$|key$/i.test(name);

/** A secret query parameter, with its value still percent-encoded. */
interface SecretPart {
  /** The parameter's name, with a number where it is repeated. */
  readonly name: string;
  readonly value: string;
}

/** The text of a name or value in a query; unchanged where its encoding is invalid. */
const decodeParameter = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/** Replaces each secret value in the query of an address by the result of `replace`. */
function replaceSecretValues(url: string, replace: (part: SecretPart) => string): string {
  const [, beforeQuery = '', query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#[^]*)?$/.exec(url) ?? [];
  if (query === undefined) return url;
  const counts = new Map<string, number>();
  const parts = query.split('&').map((text) => {
    const valueStart = text.indexOf('=') + 1;
    const [nameAndEquals, value] = [text.slice(0, valueStart), text.slice(valueStart)];
    const name = decodeParameter(nameAndEquals.slice(0, -1));
    if (valueStart === 0 || value === '' || !isSecret(name)) return text;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return nameAndEquals + replace({ value, name: count === 1 ? name : `${name}.${count}` });
  });
  return `${beforeQuery}?${parts.join('&')}${fragment}`;
}

/** The address as responses show it, with masked secrets. */
export const maskUrl = (url: string): string => replaceSecretValues(url, () => mask);

/** What is needed to store the secrets of an address. */
export interface UrlSecretContext {
  /** The prefix of the names under which the secrets are stored. */
  readonly prefix: 'url' | 'relativeUrl' | 'address' | 'params.url';
  /** The only origin that the secrets are sent to. */
  readonly audience: string;
  /** The field of the input, for errors. */
  readonly field: string;
}

/**
 * Removes the secrets from an address, for storing. Fails INVALID_INPUT when the address has a masked secret and no secret of this name is
 * stored for `audience`.
 */
export function extractUrlSecrets(
  url: string,
  { prefix, audience, field }: UrlSecretContext,
  collector: SecretCollector,
): string {
  return replaceSecretValues(url, ({ name, value }) => {
    collector.collect(`${prefix}.${name}`, decodeParameter(value) === mask ? undefined : value, audience, field);
    return mask;
  });
}

/** Replaces the masks in a stored address by the secrets in `knownSecrets`. Fails SOURCE_FAILED when a secret is missing. */
export const restoreUrlSecrets = (
  url: string,
  prefix: UrlSecretContext['prefix'],
  knownSecrets: Readonly<Record<string, string>>,
): string =>
  replaceSecretValues(url, ({ name, value }) =>
    value === mask ? (knownSecrets[`${prefix}.${name}`] ?? failMissingSecret(`${name} in its address`)) : value,
  );

/** Fails SOURCE_FAILED for a secret that is not stored. */
export const failMissingSecret = (name: string): never =>
  fail('SOURCE_FAILED', {
    reason: `a secret is missing (${name}): a copy has no secrets, and a change of host deletes them. Send it again.`,
  });
