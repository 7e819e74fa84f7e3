/** A server, for one owner: a dataset or a saved connection. */
export interface SshHost {
  /** The uid of the dataset or the connection. */
  readonly owner: string;
  /** `host:port`. */
  readonly address: string;
}

/** The trusted keys of SSH servers (trust on first use), as SHA-256 fingerprints in base64 without padding. */
export interface HostKeys {
  /** The trusted key of a server; an unknown server's key `found` becomes trusted. */
  getOrTrust(host: SshHost, found: string): Promise<string>;
  /** Replaces the trusted key of a server. */
  trust(host: SshHost, fingerprint: string): Promise<void>;
}
