import type { Readable } from 'node:stream';
import type { Fetcher, Validators } from '../fetcher/fetcher.ts';
import type { Guard } from '../fetcher/guard.ts';
import type { HostKeys } from './ftp/host-keys.ts';
import type { RefreshTokens } from './oauth/refresh-tokens.ts';
import type { RemoteDataset } from './federated/remote-dataset.ts';
import type { DatasourceSettings, FederatedSettings } from './authentication.ts';

/** How a source is opened. */
export interface OpenOptions {
  /** Ends the opening and the reading at any time, with the signal's reason. */
  readonly signal: AbortSignal;
  /** What an earlier reading is known by: a source that is still the same is not sent again. */
  readonly validators?: Validators | undefined;
}

/** A source that is open. */
export interface OpenContent {
  /** Safe to store. */
  readonly filename: string;
  /** Without parameters, in lower case; null when the source does not tell. */
  readonly mimetype: string | null;
  /** In bytes, as `content` gives them; null when the source does not tell. */
  readonly size: number | null;
  readonly validators: Validators;
  /** From its beginning. Destroying it closes the connection; it fails SOURCE_FAILED when the source breaks off or sends too much. */
  readonly content: Readable;
  /** How many bytes were received so far, where `content` is decoded from fewer. */
  readonly receivedBytes?: (() => number) | undefined;
}

/** The ways out that an adapter may take, and no others; and what is remembered of providers and servers. */
export interface DatasourcePorts {
  readonly guard: Guard;
  readonly fetcher: Fetcher;
  readonly refreshTokens: RefreshTokens;
  readonly hostKeys: HostKeys;
}

/** One kind of place that bytes are read from. */
export interface DatasourceAdapter<Settings extends DatasourceSettings> {
  /** Opens the source; undefined when it is the same as it is known. Fails SOURCE_REFUSED, SOURCE_FAILED; no failure tells a secret. */
  open(settings: Settings, ports: DatasourcePorts, options: OpenOptions): Promise<OpenContent | undefined>;
}

/** All the places that bytes are read from. */
export interface Datasources {
  /** As the adapter of the settings' type opens it. */
  open(settings: DatasourceSettings, options: OpenOptions): Promise<OpenContent | undefined>;
  /** What another catalog tells of a dataset; the signal ends the asking. Fails SOURCE_REFUSED, SOURCE_FAILED. */
  describe(settings: FederatedSettings, signal: AbortSignal): Promise<RemoteDataset>;
}
