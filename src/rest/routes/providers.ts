import { ListIdentityProvidersDocument } from '../generated/operations.ts';
import { page } from '../responders/responders.ts';
import { route } from '../route.ts';
import { pageVariables } from '../wire-values.ts';

/** Where users may sign in, for a login page (docs/contract/rest.md 3, Sign-in providers). */
export const providerRoutes = [
  route({
    method: 'GET',
    path: '/identity_providers/',
    operation: ListIdentityProvidersDocument,
    variables: (input) => ({ ...pageVariables(input), lang: input.query['lang'] }),
    respond: page(({ identityProviders }) => identityProviders),
  }),
];
