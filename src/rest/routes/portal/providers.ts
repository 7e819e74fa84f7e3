import { ListIdentityProvidersDocument } from '#rest/generated/operations.ts';
import { fromQuery, pageVariables } from '#rest/request/request-value.ts';
import { page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';

/** The sign-in providers of a login page (docs/contract/rest.md 3, Sign-in providers). */
export const providerRoutes = [
  route(ListIdentityProvidersDocument, {
    method: 'GET',
    path: '/identity_providers/',
    isPublic: true,
    variables: { ...pageVariables, lang: fromQuery('lang') },
    respond: page('identityProviders'),
  }),
];
