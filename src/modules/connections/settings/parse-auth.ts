import { checkAll } from '#kernel/check-all.ts';
import { failFields, requiredMessage } from '#kernel/fail.ts';
import type { ConnectionAuthInput } from './connection-settings.inputs.ts';
import type { AuthType, StoredAuth } from './connection-settings.ts';
import { audienceOf, type SecretCollector } from '../secrets/stored-secrets.ts';
import { parseUrl } from './datasource-url.ts';

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
  input: ConnectionAuthInput | null | undefined,
  { types, isOptional, origin, field, collector, allowServerCredentials }: AuthParseContext,
): StoredAuth | null {
  if (!input) return isOptional ? null : failFields({ [field]: [requiredMessage] });
  if (!types.includes(input.type)) failFields({ [`${field}.type`]: [`Choose one of: ${types.join(', ')}.`] });

  /** Parses a field. Without a fallback, the field must be neither missing nor empty. */
  function parseField(name: keyof ConnectionAuthInput, fallback?: string): string {
    const given = input?.[name] ?? fallback ?? failFields({ [`${field}.${name}`]: [requiredMessage] });
    if (!textPattern.test(given))
      failFields({ [`${field}.${name}`]: ['Send at most 1000 characters, no control characters.'] });
    return given === '' && fallback === undefined ? failFields({ [`${field}.${name}`]: [requiredMessage] }) : given;
  }

  /** Checks a secret and passes it to the collector; the secret is sent only to `audience`. */
  function collectSecret(name: keyof ConnectionAuthInput, audience = origin, pattern = secretPattern): void {
    const given = input?.[name];
    if (given != null && !pattern.test(given))
      failFields({ [`${field}.${name}`]: ['Send 1 to 10000 characters, no control characters.'] });
    collector.collect(`auth.${name}`, given, audience, `${field}.${name}`);
  }

  function parseUsername(): string {
    // The given value is its own fallback, because an empty user name is valid and a missing user name is not.
    const username = parseField('username', input?.username ?? undefined);
    return username.includes(':') ? failFields({ [`${field}.username`]: ['Send a name without a colon.'] }) : username;
  }

  function parseAccountName(): string {
    const accountName = parseField('accountName');
    return /^[a-z\d]{3,24}$/.test(accountName)
      ? accountName
      : failFields({ [`${field}.accountName`]: ['Send 3 to 24 lower-case letters and digits.'] });
  }

  /**
   * Parses an OAuth client, with the type's other fields from `parseRest`. The audience of the secrets is the token endpoint and the
   * connection's origin: the endpoint receives the secrets, the origin receives the tokens.
   */
  function parseClient<Rest>(secretNames: readonly (keyof ConnectionAuthInput)[], parseRest: () => Rest) {
    const audience = `${audienceOf(input?.tokenUrl ?? '')} ${origin}`;
    const collectSecrets = secretNames.map((name) => () => {
      collectSecret(name, audience);
    });
    const [tokenUrl, clientId, rest] = checkAll(
      () => parseUrl(parseField('tokenUrl'), `${field}.tokenUrl`),
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
          [`${field}.type`]: [
            'The credentials of the server must not be used: ALLOW_SERVER_CREDENTIALS is false. Choose another authentication.',
          ],
        });
      return { type: input.type };
  }
}
