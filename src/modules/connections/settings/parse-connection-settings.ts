import type { RequestContext } from '#api/context.ts';
import type { ConnectionDeclaration } from '../kinds/datasource-kind.ts';
import { SecretCollector, type StoredSecrets } from '../secrets/stored-secrets.ts';
import type { ConnectionSettingsInput } from './connection-settings.inputs.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { parseAuth } from './parse-auth.ts';

/** A connection as it is stored: readable settings, and separately its secrets. */
export interface ParsedSettings {
  readonly settings: ConnectionSettings;
  readonly secrets: StoredSecrets;
}

/** What is needed to parse settings. */
interface SettingsParseContext {
  readonly kind: { readonly connection: ConnectionDeclaration };
  /** The stored secrets of the connection, which replace omitted secrets of the input. */
  readonly stored: StoredSecrets;
  /** The prefix of field names in errors: `datasource.connection.`, or empty. */
  readonly path: string;
}

/** Validates the settings of an input by the rules of the kind, and separates the secrets from them. Fails INVALID_INPUT. */
export function parseConnectionSettings(
  { app }: RequestContext,
  input: ConnectionSettingsInput,
  { kind: { connection }, stored, path }: SettingsParseContext,
): ParsedSettings {
  const { allowServerCredentials } = app.config;
  const secrets = new SecretCollector(stored);
  const auth = (origin = '') =>
    parseAuth(input.auth, {
      ...connection.auth,
      origin,
      field: `${path}auth`,
      collector: secrets,
      allowServerCredentials,
    });
  const settings = connection.parse(input, { path, secrets, auth });
  return { settings, secrets: secrets.secrets };
}
