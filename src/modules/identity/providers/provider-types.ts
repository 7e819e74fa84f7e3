/** The types of sign-in providers, in the order of lists (docs/contract/specification.md 4.7): a national federation, SAML 2.0, OpenID Connect. */
export const providerTypes = ['GOVSSO', 'SAML', 'OIDC'] as const;

/** The type of a sign-in provider. */
export type ProviderType = (typeof providerTypes)[number];
