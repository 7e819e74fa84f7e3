import type { IdentityProviderEntity } from './identity-provider.entity.ts';
import type { UpdateIdentityProviderInput } from './identity-provider.inputs.ts';

/** Which tokens of a provider are accepted, and what they give. */
export interface TokenSettings {
  issuer: string | null;
  audiences: string[];
  groupsClaim: string | null;
  createsUsers: boolean;
}

/** The settings as the entity has them. */
type StoredSettings = Pick<IdentityProviderEntity, keyof TokenSettings>;

type TokenSettingsInput = Pick<UpdateIdentityProviderInput, keyof TokenSettings>;

const noTokens: TokenSettings = { issuer: null, audiences: [], groupsClaim: null, createsUsers: false };

/** The settings after a change: null clears one, and an omitted one keeps its value. */
export const tokenSettings = (
  { issuer, audiences, groupsClaim, createsUsers }: TokenSettingsInput,
  current: StoredSettings = noTokens,
): TokenSettings => ({
  issuer: (issuer === undefined ? current.issuer : issuer) ?? null,
  audiences: audiences === undefined ? current.audiences : (audiences ?? []),
  groupsClaim: (groupsClaim === undefined ? current.groupsClaim : groupsClaim) ?? null,
  createsUsers: createsUsers === undefined ? current.createsUsers : (createsUsers ?? false),
});
