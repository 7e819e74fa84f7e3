/** A server as an owner reaches it: a dataset, or a saved connection. */
export interface SshHost {
  /** The uid of the dataset or the connection. */
  readonly owner: string;
  /** `host:port`. */
  readonly address: string;
}

/** The keys that SSH servers are known by since they were first reached; by their SHA-256 fingerprints in base64, without padding. */
export interface HostKeys {
  /** What a server is known by; a strange one is known by what is found now from then on. */
  known(host: SshHost, found: string): Promise<string>;
  /** A server is known by this one from now on. */
  trust(host: SshHost, fingerprint: string): Promise<void>;
}
