import type { PortalShellQuery } from './generated/operations.ts';

/** A provider with which visitors sign in. */
export type Provider = NonNullable<PortalShellQuery['identityProviders']>['nodes'][number];

/** Who the visitor is by the session of their browser, and with whom they can sign in. */
export interface Account {
  /** The name of the visitor; undefined without a session. A key in the tab names someone as well, whom only the service knows. */
  readonly username: string | undefined;
  /** The providers, the default one first. */
  readonly providers: readonly Provider[];
}

/** The account of a visitor of whom nothing is known. */
export const noAccount: Account = Object.freeze({ username: undefined, providers: [] });

/** Whether people can sign in with a provider: here, or at an address elsewhere. At a path of this service nothing signs them in. */
const isUsable = ({ signInUrl, loginLink }: Provider): boolean => signInUrl !== null || /^https?:\/\//i.test(loginLink);

/** Reads the account. A page that was asked for with a key is not that of a session. */
export const accountOf = ({ viewer, identityProviders }: PortalShellQuery): Account => ({
  username: viewer?.credential === 'SESSION' ? viewer.username : undefined,
  providers: (identityProviders?.nodes ?? [])
    .filter(isUsable)
    .sort((one, other) => Number(other.isDefaultLogin) - Number(one.isDefaultLogin)),
});
