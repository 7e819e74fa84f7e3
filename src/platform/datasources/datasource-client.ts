import type { Readable } from 'node:stream';
import type { Fetcher, Validators } from '../fetcher/fetcher.ts';
import type { Guard } from '../fetcher/guard.ts';
import type { Tracing } from '../telemetry.ts';
import type { HostKeys } from './file-server.ts';
import { fail } from '#kernel/fail.ts';
import type { Oidc } from './authentication.ts';

/** How a datasource is opened. */
export interface OpenOptions {
  /** Aborts opening and reading, with the signal's reason. */
  readonly signal: AbortSignal;
  /** The validators of an earlier response; an unchanged datasource is not sent again. */
  readonly validators?: Validators | undefined;
}

/** The bytes of a datasource and their metadata. */
export interface DatasourceResponse {
  /** The file name, safe to store. */
  readonly filename: string;
  /** The media type without parameters, in lower case; null when the datasource does not report it. */
  readonly mimetype: string | null;
  /** The number of bytes that `content` yields; null when the datasource does not report it. */
  readonly size: number | null;
  readonly validators: Validators;
  /** The bytes. Destroying the stream closes the connection. The stream fails SOURCE_FAILED when the connection breaks or the size limit is exceeded. */
  readonly content: Readable;
  /** Returns the number of bytes received so far; undefined when `content` is not decompressed. */
  readonly receivedBytes?: (() => number) | undefined;
}

/** The network access of the clients, their stored refresh tokens and host keys, and the traces of what no fetcher sends. */
export interface DatasourcePorts {
  readonly guard: Guard;
  readonly fetcher: Fetcher;
  readonly refreshTokens: RefreshTokens;
  readonly hostKeys: HostKeys;
  readonly tracing: Tracing;
}

/** Reads the datasources of one kind. */
export interface DatasourceClient<Settings> {
  /**
   * Opens a datasource; undefined when it is unchanged since `options.validators`. Fails SOURCE_REFUSED when its address must not be
   * reached, and SOURCE_FAILED when it cannot be read. No message contains a secret.
   */
  openStream(settings: Settings, ports: DatasourcePorts, options: OpenOptions): Promise<DatasourceResponse | undefined>;
}

/** A datasource with its settings and its client. */
export interface ReadableDatasource {
  /** The settings with their secrets; never stored, never logged. */
  readonly settings: { readonly type: string };
  openStream(ports: DatasourcePorts, options: OpenOptions): Promise<DatasourceResponse | undefined>;
}

/** Combines settings with their client. The client is loaded when the datasource is opened, because some clients are heavy. */
export const toReadableDatasource = <Settings extends { readonly type: string }>(
  settings: Settings,
  loadClient: () => Promise<DatasourceClient<Settings>>,
): ReadableDatasource => ({
  settings,
  openStream: async (ports, options) => (await loadClient()).openStream(settings, ports, options),
});

/** Loads a package that an installation may omit. Fails SOURCE_FAILED when it is missing. */
export async function loadOptionalPackage<Module>(name: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String(error.code));
    if (!isMissing) throw error;
    return fail('SOURCE_FAILED', {
      reason: `sources of this kind need the package ${name}, which an administrator must install.`,
    });
  }
}

/** The rotated refresh tokens that replace configured ones (RFC 6749, 6). */
export interface RefreshTokens {
  /** The latest replacement of the configured token, or the configured token itself. */
  current(auth: Oidc): Promise<string>;
  /** Stores the token that the provider issued in exchange for `used`; does nothing when `used` is no longer current. */
  replace(auth: Oidc, used: string, issued: string): Promise<void>;
}
