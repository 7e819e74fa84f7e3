import type { Client } from '../client.ts';

/** Adds a sign-in provider; returns its uid. */
export async function addProvider(client: Client, input: object): Promise<string> {
  const { createIdentityProvider } = await client.data(
    'mutation ($input: CreateIdentityProviderInput!) { createIdentityProvider(input: $input) { identityProvider { uid } } }',
    {
      input: {
        type: 'SAML',
        name: 'Company',
        loginLink: '/login/company',
        labels: [{ language: 'en', text: 'Sign in' }],
        ...input,
      },
    },
  );
  return createIdentityProvider.identityProvider.uid;
}
