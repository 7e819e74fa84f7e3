import type { Oidc } from '../authentication.ts';

/** The refresh tokens that providers gave in place of those that a source was configured with (RFC 6749, 6). */
export interface RefreshTokens {
  /** The one that took the place of the configured one last; that one itself where none has. */
  present(auth: Oidc): Promise<string>;
  /** Keeps the one that the provider gave for `used`; nothing happens when that is not the present one any more. */
  replace(auth: Oidc, used: string, given: string): Promise<void>;
}
