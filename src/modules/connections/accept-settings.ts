import type { RequestContext } from '../../api/context.ts';
import { checkAll } from '../../kernel/check-all.ts';
import { failFields, required } from '../../kernel/fail.ts';
import { acceptAuth } from './accept-auth.ts';
import { acceptHeaders } from './accept-headers.ts';
import { readParts, serverOf, splitSecrets, writeConnectionString } from './connection-string.ts';
import type { ConnectionSettingsInput } from './connection-settings.inputs.ts';
import type { ConnectionSettings, ConnectionType } from './connection-settings.ts';
import { audienceOf, SecretCollector, type KeptSecrets } from './kept-secrets.ts';
import { takeUrlSecrets } from './secret-url.ts';
import { acceptUrl } from './source-url.ts';

/** A connection as it is stored: what may be read, and apart from it the secrets. */
export interface AcceptedSettings {
  readonly settings: ConnectionSettings;
  readonly secrets: KeptSecrets;
}

/** What accepting settings takes. */
export interface SettingsPlace {
  readonly type: ConnectionType;
  /** The secrets of the connection that is replaced. */
  readonly kept: KeptSecrets;
  /** What stands before the names of fields in failures: `datasource.connection.`, or nothing. */
  readonly path: string;
}

/** The settings that an input describes; fails INVALID_INPUT. */
export function acceptSettings(
  { app }: RequestContext,
  input: ConnectionSettingsInput,
  { type, kept, path }: SettingsPlace,
): AcceptedSettings {
  const collector = new SecretCollector(kept);
  const settingsOf = (): ConnectionSettings => {
    if (type === 'snowflake_odbc')
      return { connectionString: acceptString(input, `${path}connectionString`, collector, kept) };
    const origin = type === 'http' || type === 'ftp' ? audienceOf(input.url ?? '') : '';
    const urlOf = () => {
      if (type !== 'http' && type !== 'ftp') return {};
      const url = acceptUrl(input.url, `${path}url`, schemes[type]);
      // the query of a file server pins its key, which is no secret
      return {
        url:
          type === 'http'
            ? takeUrlSecrets(url, { place: 'url', audience: origin, field: `${path}url` }, collector)
            : url,
      };
    };
    const { allowServerCredentials } = app.config;
    const [url, headers, auth] = checkAll(
      urlOf,
      () =>
        type === 'http' ? { headers: acceptHeaders(input.headers ?? [], `${path}headers`, origin, collector) } : {},
      () => acceptAuth(input.auth, { type, origin, field: `${path}auth`, collector, allowServerCredentials }),
    );
    return { ...url, ...headers, auth };
  };
  return { settings: settingsOf(), secrets: collector.secrets };
}

const schemes = { http: ['https', 'http'], ftp: ['ftp', 'ftps', 'sftp'] } as const;

/** The place of a secret part of a connection string. */
export const stringPlace = (name: string): string => `connectionString.${name.toUpperCase()}`;

/** The parts that everybody may read; without a secret one those that are kept for the server stay. */
function acceptString(
  { connectionString }: ConnectionSettingsInput,
  field: string,
  collector: SecretCollector,
  kept: KeptSecrets,
): string {
  const parts = readParts(connectionString ?? failFields({ [field]: [required] }), field);
  const { open, secret } = splitSecrets(parts);
  const server = serverOf(parts);
  for (const { name, value } of secret) collector.take(stringPlace(name), value, server, field);
  const places = secret.length > 0 ? [] : Object.keys(kept).filter((place) => place.startsWith(stringPlace('')));
  for (const place of places) collector.take(place, undefined, server, field);
  return writeConnectionString(open);
}
