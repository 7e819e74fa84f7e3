import { failFields, requiredMessage } from '#kernel/fail.ts';
import { joinUrlBelow } from '#platform/datasources/provider-requests.ts';
import { checkAll } from '#kernel/check-all.ts';
import { type AuthField, authMembers, type GivenAuth, type HttpHeaderInput } from './connection-settings.inputs.ts';
import {
  audienceOf,
  type AuthType,
  type SecretCollector,
  type StoredAuth,
  type StoredHeader,
} from './stored-secrets.ts';

/** The maximum length of an address, in characters. */
const maxUrlLength = 4_000;

/** The problem of the address of a datasource; undefined for a valid one. */
export function urlProblem(text: string, schemes: readonly string[] = ['https', 'http']): string | undefined {
  if (text.length > maxUrlLength) return `Send at most ${maxLength} characters.`;
  const url = URL.parse(text);
  if (!url?.host || !schemes.includes(url.protocol.slice(0, -1)))
    return `Send an address such as ${schemes.map((scheme) => `${scheme}://host/path`).join(' or ')}.`;
  if (url.username !== '' || url.password !== '')
    return 'Leave the user name and the password out of the address; send them as authentication.';
  return undefined;
}

/** Parses the address of a datasource; fails INVALID_INPUT at the field. */
export function parseUrl(text: string | null | undefined, field: string, schemes?: readonly string[]): string {
  const given = text ?? failFields({ [field]: [requiredMessage] });
  const problem = urlProblem(given, schemes);
  return problem === undefined ? given : failFields({ [field]: [problem] });
}

/** Parses an address relative to a connection. Fails INVALID_INPUT when it leads to another host, or above it. */
export function parseRelativeUrl(input: string | null | undefined, baseUrl: string): string {
  const relative = input ?? '';
  // only the connection may choose the host, whatever the scheme
  const hasScheme = URL.parse(relative) !== null && /^[a-z][\w+.-]*:[/\\]/i.test(relative);
  const hasHost = /^[/\\]{2}/.test(relative);
  if (hasScheme || hasHost || joinUrlBelow(baseUrl, relative) === undefined) {
    failFields({
      relativeUrl: [
        'Send a path below the address of the connection. It cannot name another host or lead above that address.',
      ],
    });
  }
  return relative;
}

/** The maximum length of a text, in characters. */
const maxLength = 100_000;
const linePattern = /^[^\p{Cc}]{1,1000}$/u;

/** A text that must not be empty, of one or more lines. Fails INVALID_INPUT at the field. */
export function parseSettingText(input: string | null | undefined, field: string): string {
  const text = input ?? '';
  if (text.trim() === '') failFields({ [field]: [requiredMessage] });
  return text.length > maxLength ? failFields({ [field]: [`Send at most ${maxLength} characters.`] }) : text;
}

/** A text of one line that must not be empty. Fails INVALID_INPUT at the field. */
export function parseLine(input: string | null | undefined, field: string): string {
  const text = parseSettingText(input, field);
  return linePattern.test(text) ? text : failFields({ [field]: ['Send one line of at most 1000 characters.'] });
}

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

/** What is needed to parse an authentication. */
interface AuthParseContext {
  /** The authentication types of the kind. */
  readonly types: readonly AuthType[];
  /** Whether the kind works without authentication. */
  readonly isOptional: boolean;
  /** The origin of the connection; empty when each datasource has its own address. */
  readonly origin: string;
  readonly field: string;
  readonly collector: SecretCollector;
  /** Whether the server's own credentials may be used. */
  readonly allowServerCredentials: boolean;
}

const textPattern = /^[^\p{Cc}]{0,1000}$/u;
const secretPattern = /^[^\p{Cc}]{1,10000}$/u;

/** Parses an authentication for storing; fails INVALID_INPUT below the field. */
export function parseAuth(
  input: GivenAuth | null | undefined,
  { types, isOptional, origin, field, collector, allowServerCredentials }: AuthParseContext,
): StoredAuth | null {
  if (!input) return isOptional ? null : failFields({ [field]: [requiredMessage] });
  const path = `${field}.${authMembers[input.type]}`;
  if (!types.includes(input.type)) failFields({ [path]: [`Choose one of: ${types.join(', ')}.`] });

  /** Parses a field. Without a fallback, the field must be neither missing nor empty. */
  function parseField(name: AuthField, fallback?: string): string {
    const given = input?.[name] ?? fallback ?? failFields({ [`${path}.${name}`]: [requiredMessage] });
    if (!textPattern.test(given))
      failFields({ [`${path}.${name}`]: ['Send at most 1000 characters, no control characters.'] });
    return given === '' && fallback === undefined ? failFields({ [`${path}.${name}`]: [requiredMessage] }) : given;
  }

  /** Checks a secret and passes it to the collector; the secret is sent only to `audience`. */
  function collectSecret(name: AuthField, audience = origin, pattern = secretPattern): void {
    const given = input?.[name];
    if (given != null && !pattern.test(given))
      failFields({ [`${path}.${name}`]: ['Send 1 to 10000 characters, no control characters.'] });
    collector.collect(`auth.${name}`, given, audience, `${path}.${name}`);
  }

  function parseUsername(): string {
    // The given value is its own fallback, because an empty user name is valid and a missing user name is not.
    const username = parseField('username', input?.username ?? undefined);
    return username.includes(':') ? failFields({ [`${path}.username`]: ['Send a name without a colon.'] }) : username;
  }

  function parseAccountName(): string {
    const accountName = parseField('accountName');
    return /^[a-z\d]{3,24}$/.test(accountName)
      ? accountName
      : failFields({ [`${path}.accountName`]: ['Send 3 to 24 lower-case letters and digits.'] });
  }

  /**
   * Parses an OAuth client, with the type's other fields from `parseRest`. The audience of the secrets is the token endpoint and the
   * connection's origin: the endpoint receives the secrets, the origin receives the tokens.
   */
  function parseClient<Rest>(secretNames: readonly AuthField[], parseRest: () => Rest) {
    const audience = `${audienceOf(input?.tokenUrl ?? '')} ${origin}`;
    const collectSecrets = secretNames.map((name) => () => {
      collectSecret(name, audience);
    });
    const [tokenUrl, clientId, rest] = checkAll(
      () => parseUrl(parseField('tokenUrl'), `${path}.tokenUrl`),
      () => parseField('clientId'),
      parseRest,
      () => checkAll(...collectSecrets),
    );
    return { tokenUrl, clientId, ...rest };
  }

  switch (input.type) {
    case 'basic_auth': {
      // The password may be empty, because some servers use an empty password.
      const [username] = checkAll(
        () => parseUsername(),
        () => {
          collectSecret('password', origin, /^[^\p{Cc}]{0,10000}$/u);
        },
      );
      return { type: input.type, username };
    }
    case 'oauth2':
      return { type: input.type, ...parseClient(['clientSecret'], () => ({ scope: parseField('scope', '') })) };
    case 'oidc':
      return { type: input.type, ...parseClient(['clientSecret', 'refreshToken'], () => ({})) };
    case 'aws_signature_v4': {
      const [accessKeyId, region] = checkAll(
        () => parseField('accessKeyId'),
        () => parseField('region'),
        () => {
          collectSecret('secretAccessKey');
        },
      );
      return { type: input.type, accessKeyId, region };
    }
    case 'shared_key': {
      // Azure encodes account keys as base64.
      const [accountName] = checkAll(
        () => parseAccountName(),
        () => {
          collectSecret('sharedKey', origin, /^[A-Za-z\d+/]{4,1000}={0,2}$/);
        },
      );
      return { type: input.type, accountName };
    }
    case 'iam_role':
      if (!allowServerCredentials)
        failFields({
          [path]: [
            'The credentials of the server must not be used: ALLOW_SERVER_CREDENTIALS is false. Choose another authentication.',
          ],
        });
      return { type: input.type };
  }
}
