/** How users sign in, in the order of lists (docs/contract/specification.md 4.7): a national federation, SAML 2.0, OpenID Connect. */
export const providerTypes = ['GOVSSO', 'SAML', 'OIDC'] as const;

/** How users sign in. */
export type ProviderType = (typeof providerTypes)[number];
