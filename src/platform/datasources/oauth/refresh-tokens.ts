import type { Oidc } from '../authentication.ts';

/** The rotated refresh tokens that replace configured ones (RFC 6749, 6). */
export interface RefreshTokens {
  /** The latest replacement of the configured token, or the configured token itself. */
  current(auth: Oidc): Promise<string>;
  /** Stores the token that the provider issued in exchange for `used`; does nothing when `used` is no longer current. */
  replace(auth: Oidc, used: string, given: string): Promise<void>;
}
