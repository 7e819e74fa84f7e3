import { failFields, required } from '../../kernel/fail.ts';
import type { ConnectionAuthInput } from './connection-settings.inputs.ts';
import { authOf, type ConnectionType, type StoredAuth } from './connection-settings.ts';
import { audienceOf, type SecretCollector } from './kept-secrets.ts';
import { acceptUrl } from './source-url.ts';

/** What accepting an authentication takes. */
interface AuthPlace {
  readonly type: ConnectionType;
  /** The origin that the connection leads to; empty where its datasources tell. */
  readonly origin: string;
  readonly field: string;
  readonly collector: SecretCollector;
  /** Whether the server's own credentials may be used. */
  readonly allowServerCredentials: boolean;
}

const text = /^[^\p{Cc}]{0,1000}$/u;
const secretText = /^[^\p{Cc}]{1,10000}$/u;

/** An authentication as it is stored; fails INVALID_INPUT below the field. */
export function acceptAuth(input: ConnectionAuthInput | null | undefined, { type, origin, field, collector, allowServerCredentials }: AuthPlace): StoredAuth | null {
  const { types, isOptional } = authOf[type];
  if (!input) return isOptional ? null : failFields({ [field]: [required] });
  if (!types.includes(input.type)) failFields({ [`${field}.type`]: [`Choose one of: ${types.join(', ')}.`] });

  function plain(name: keyof ConnectionAuthInput, fallback?: string): string {
    const given = input?.[name] ?? fallback ?? failFields({ [`${field}.${name}`]: [required] });
    if (!text.test(given)) failFields({ [`${field}.${name}`]: ['Send at most 1000 characters, no control characters.'] });
    return given === '' && fallback === undefined ? failFields({ [`${field}.${name}`]: [required] }) : given;
  }

  function secret(name: keyof ConnectionAuthInput, audience = origin, pattern = secretText): void {
    const given = input?.[name];
    if (given != null && !pattern.test(given)) failFields({ [`${field}.${name}`]: ['Send 1 to 10000 characters, no control characters.'] });
    collector.take(`auth.${name}`, given, audience, `${field}.${name}`);
  }

  /** A client; what it is given by the token's server goes to the connection's. */
  function client() {
    const tokenUrl = acceptUrl(plain('tokenUrl'), `${field}.tokenUrl`);
    return { tokenUrl, clientId: plain('clientId'), audience: `${audienceOf(tokenUrl)} ${origin}` };
  }

  switch (input.type) {
    case 'basic_auth': {
      const username = plain('username', input.username ?? undefined);
      if (username.includes(':')) failFields({ [`${field}.username`]: ['Send a name without a colon.'] });
      // an empty one is in use
      secret('password', origin, /^[^\p{Cc}]{0,10000}$/u);
      return { type: input.type, username };
    }
    case 'oauth2': {
      const { audience, ...stored } = client();
      secret('clientSecret', audience);
      return { type: input.type, ...stored, scope: plain('scope', '') };
    }
    case 'oidc': {
      const { audience, ...stored } = client();
      secret('clientSecret', audience);
      secret('refreshToken', audience);
      return { type: input.type, ...stored };
    }
    case 'aws_signature_v4':
      secret('secretAccessKey');
      return { type: input.type, accessKeyId: plain('accessKeyId'), region: plain('region') };
    case 'shared_key': {
      // Azure's keys are bytes in base64
      const accountName = /^[a-z\d]{3,24}$/.test(plain('accountName')) ? plain('accountName') : failFields({ [`${field}.accountName`]: ['Send 3 to 24 lower-case letters and digits.'] });
      secret('sharedKey', origin, /^[A-Za-z\d+/]{4,1000}={0,2}$/);
      return { type: input.type, accountName };
    }
    case 'iam_role':
      if (!allowServerCredentials) failFields({ [`${field}.type`]: ['The credentials of the server may not be used: ALLOW_SERVER_CREDENTIALS is false.'] });
      return { type: input.type };
  }
}
