import type { Readable } from 'node:stream';
import type { Fetcher, Validators } from '../fetcher/fetcher.ts';
import type { Guard } from '../fetcher/guard.ts';
import type { HostKeys } from './ftp/host-keys.ts';
import type { RefreshTokens } from './oauth/refresh-tokens.ts';

/** How a datasource is opened. */
export interface OpenOptions {
  /** Ends the opening and the reading at any time, with the signal's reason. */
  readonly signal: AbortSignal;
  /** The validators of an earlier reading: a datasource that still has them is not sent again. */
  readonly validators?: Validators | undefined;
}

/** The bytes of a datasource, with what is known of them before they are read. */
export interface DatasourceResponse {
  /** Safe to store. */
  readonly filename: string;
  /** Without parameters, in lower case; null when the datasource does not report it. */
  readonly mimetype: string | null;
  /** In bytes, as `content` gives them; null when the datasource does not report it. */
  readonly size: number | null;
  readonly validators: Validators;
  /** From its beginning. Destroying it closes the connection; it fails SOURCE_FAILED when the datasource breaks off or sends too much. */
  readonly content: Readable;
  /** How many bytes were received so far, where `content` is decoded from fewer. */
  readonly receivedBytes?: (() => number) | undefined;
}

/** All ways out that a client may take, and what is remembered of providers and servers. */
export interface DatasourcePorts {
  readonly guard: Guard;
  readonly fetcher: Fetcher;
  readonly refreshTokens: RefreshTokens;
  readonly hostKeys: HostKeys;
}

/** Reads the datasources of one kind. */
export interface DatasourceClient<Settings> {
  /** Opens a datasource; undefined when its validators are the known ones. Fails SOURCE_REFUSED, SOURCE_FAILED; no failure contains a secret. */
  openStream(settings: Settings, ports: DatasourcePorts, options: OpenOptions): Promise<DatasourceResponse | undefined>;
}

/** A datasource with everything that reading it takes. */
export interface ReadableDatasource {
  /** Its settings, secrets included; never stored, never logged. */
  readonly settings: { readonly type: string };
  openStream(ports: DatasourcePorts, options: OpenOptions): Promise<DatasourceResponse | undefined>;
}

/** A datasource of these settings; its client is loaded when it is first opened, because some clients are heavy. */
export const readableDatasource = <Settings extends { readonly type: string }>(
  settings: Settings,
  loadClient: () => Promise<DatasourceClient<Settings>>,
): ReadableDatasource => ({
  settings,
  openStream: async (ports, options) => (await loadClient()).openStream(settings, ports, options),
});
