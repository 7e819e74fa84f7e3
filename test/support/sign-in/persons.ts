import { setTimeout } from 'node:timers/promises';
import type { TestApp } from '../app.ts';
import { clientOfToken, type Client } from '../client.ts';
import { addProvider } from '../portal/providers.ts';
import { clientId, type OpenIdProvider } from './openid-provider.ts';

/**
 * Accepts the tokens of a provider, which may create users and names their groups; returns its uid. The application has read the keys of
 * the provider then, however long the first fetch takes on a busy machine.
 */
export async function addOpenIdProvider(app: TestApp, provider: OpenIdProvider): Promise<string> {
  const { issuer } = provider;
  const settings = { type: 'OIDC', issuer, audiences: [clientId], groupsClaim: 'groups', canCreateUsers: true };
  const uid = await addProvider(app.admin, settings);
  const visitor = clientOfToken(
    app,
    await provider.sign({ ...claimsFrom(provider, 'visitor'), exp: secondsNow() + 3_600 }),
  );
  while ((await failureOf(visitor))[0] === 503) await setTimeout(1_000);
  return uid;
}

/** Sends a mutation by its name; the type of its input follows from the name, unless it is given. */
export const changeAs =
  (client: Client) =>
  (mutation: string, input: object, type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`) =>
    client.data(`mutation ($input: ${type}!) { ${mutation}(input: $input) { __typename } }`, { input });

/** The current time as tokens have it. */
export const secondsNow = (): number => Math.floor(Date.now() / 1_000);

/** The claims of a valid token of a person. */
export const claimsFrom = ({ issuer }: OpenIdProvider, subject: string) => ({
  iss: issuer,
  aud: clientId,
  sub: subject,
  iat: secondsNow(),
  exp: secondsNow() + 600,
});

/** The caller, as the graph shows them. */
export const viewerOf = async (client: Client) =>
  (await client.data('{ viewer { username permissions groups { nodes { uid } } } }')).viewer;

/** The status and the code with which a caller is refused. */
export const failureOf = async (client: Client) => {
  const { status, errors } = await client.graph('{ viewer { username } }');
  return [status, errors?.[0]?.extensions.code];
};
