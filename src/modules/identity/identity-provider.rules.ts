import { isHttpUrl } from '#engine/blocks/text-types.ts';
import { failOnFields, type FieldErrors } from '#kernel/fail.ts';
import { isLanguage } from '#kernel/language.ts';
import { lineProblem } from '#kernel/text.ts';
import { type LocalizedText, repeatedLanguage } from '#api/types/typed-value.type.ts';
import type { UpdateIdentityProviderInput } from './identity-provider.inputs.ts';
import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { createAddressCheck } from '#platform/token-verifier.ts';
import type { IdentityProviderEntity, ProviderType } from './identity.entity.ts';

const maxTextLength = 200;
const maxLinkLength = 2_000;

type ProviderChange = Pick<UpdateIdentityProviderInput, 'type' | 'name' | 'loginLink' | 'labels'>;

/** Fails INVALID_INPUT when a given value is invalid or null. */
export function checkProvider({ type, name, loginLink, labels }: ProviderChange): void {
  const errors: FieldErrors = {
    ...(type === null && { type: ['A type is required.'] }),
    ...(name !== undefined && textErrors('name', name)),
    ...(loginLink !== undefined && linkErrors(loginLink ?? '')),
    ...(labels !== undefined && labelErrors(labels ?? [])),
  };
  failOnFields(errors);
}

function textErrors(field: string, text: unknown): FieldErrors {
  if (typeof text !== 'string' || text.trim() === '') return { [field]: ['Give a text.'] };
  const problem = lineProblem(text, maxTextLength);
  return problem === undefined ? {} : { [field]: [problem] };
}

function linkErrors(link: string): FieldErrors {
  if (link.length > maxLinkLength) return { loginLink: [`Use ${maxLinkLength} characters at most.`] };
  return isPath(link) || isHttpUrl(link)
    ? {}
    : {
        loginLink: ['Give an http or https URL without a name or password in it, or a path that begins with one "/".'],
      };
}

/**
 * Whether the link is a path on the portal. A path must not contain white space or `\`: browsers remove tabs and line breaks from URLs and
 * read `\` as `/`, so the path could lead to another host.
 */
const isPath = (link: string): boolean => /^\/(?!\/)[^\s\p{Cc}\\]*$/u.test(link);

function labelErrors(labels: readonly LocalizedText[]): FieldErrors {
  if (labels.length === 0) return { labels: ['Give a label in at least one language.'] };
  const repeated = repeatedLanguage(labels);
  if (repeated !== undefined) return { labels: [repeated] };
  if (!labels.every(({ language }) => isLanguage(language)))
    return { labels: ['Use ISO 639-1 language codes, such as en.'] };
  return Object.fromEntries(
    labels.flatMap(({ language, text }) => Object.entries(textErrors(`labels.${language}`, text))),
  );
}

const maxIssuerLength = 2_000;
const maxAudiences = 10;

/** A provider and its settings as they will be stored. */
interface Provider extends TokenSettings {
  readonly uid: string;
  readonly type: ProviderType;
}

/** Fails INVALID_INPUT when tokens cannot be accepted by these settings, or another provider has the issuer. */
export async function checkTokenSettings(tx: RequestContext, settings: Provider): Promise<void> {
  const { uid, issuer, audiences, clientId, scopes } = settings;
  failOnFields({
    ...(issuer !== null && issuerErrors(settings, issuer, tx.app.config.fetchAllow)),
    ...audienceErrors(audiences, clientId === null ? issuer : null),
    ...(clientId !== null && clientErrors(clientId, issuer)),
    ...scopeErrors(scopes),
    ...Object.fromEntries(claimSettings.flatMap((field) => Object.entries(claimErrors(field, settings[field])))),
  });
  if (issuer === null) return;
  const other = await firstRow(tx.db, sql`select 1 from identity_provider where issuer = ${issuer} and uid <> ${uid}`);
  if (other) failOnFields({ issuer: ['Another provider has this issuer. Add the audiences to that provider.'] });
}

function issuerErrors({ type }: Provider, issuer: string, fetchAllow: readonly string[]): FieldErrors {
  if (type !== 'OIDC') return { issuer: ['Only providers of the type OIDC have tokens that are accepted.'] };
  const url = issuer.length <= maxIssuerLength ? URL.parse(issuer) : null;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isPlain && createAddressCheck(fetchAllow)(issuer)
    ? {}
    : {
        issuer: [
          'Give an https URL without user information, query or fragment; http needs the host and port in FETCH_ALLOW.',
        ],
      };
}

function audienceErrors(audiences: readonly string[], issuer: string | null): FieldErrors {
  if (issuer !== null && audiences.length === 0)
    return { audiences: ['Give the audience of the tokens, such as the client id.'] };
  if (audiences.length > maxAudiences) return { audiences: [`Give ${maxAudiences} audiences at most.`] };
  return audiences.map((audience) => problemOf('audiences', audience)).find(hasProblem) ?? {};
}

const clientErrors = (clientId: string, issuer: string | null): FieldErrors =>
  issuer === null ? { clientId: ['Give the issuer as well.'] } : problemOf('clientId', clientId);

const maxScopes = 20;

/** RFC 6749, 3.3. */
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

const scopeErrors = (scopes: readonly string[]): FieldErrors =>
  scopes.length <= maxScopes && scopes.every((scope) => scopePattern.test(scope))
    ? {}
    : {
        scopes: [
          `Give ${maxScopes} scopes at most, of 1 to 100 ASCII characters without spaces, quotes and backslashes.`,
        ],
      };

/** Fails INVALID_INPUT for a secret that no provider issues. */
export function checkClientSecret(secret: string | null | undefined): void {
  if (secret != null && !/^[\x21-\x7e]{1,1000}$/.test(secret))
    failOnFields({ clientSecret: ['Give 1 to 1,000 ASCII characters without spaces.'] });
}

const claimErrors = (field: string, claim: string | null): FieldErrors =>
  claim === null ? {} : problemOf(field, claim);

const hasProblem = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;

function problemOf(field: string, text: string): FieldErrors {
  const problem = text.trim() === '' ? 'Give a text.' : lineProblem(text, maxTextLength);
  return problem === undefined ? {} : { [field]: [problem] };
}

/** The settings that name a claim. */
const claimSettings = ['groupsClaim', 'usernameClaim', 'firstNameClaim', 'lastNameClaim', 'emailClaim'] as const;

type ClaimSettings = Record<(typeof claimSettings)[number], string | null>;

/** Which tokens of a provider are accepted, what they give, and what the service asks for as a client of the provider. */
interface TokenSettings extends ClaimSettings {
  issuer: string | null;
  audiences: string[];
  createsUsers: boolean;
  clientId: string | null;
  scopes: string[];
}

/** The settings as the entity has them. */
type StoredSettings = Pick<IdentityProviderEntity, keyof TokenSettings>;

type TokenSettingsInput = Pick<
  UpdateIdentityProviderInput,
  'issuer' | 'audiences' | 'canCreateUsers' | 'clientId' | 'scopes' | keyof ClaimSettings
>;

const defaultScopes = ['profile', 'email'];

const noTokens: TokenSettings = {
  issuer: null,
  audiences: [],
  groupsClaim: null,
  usernameClaim: null,
  firstNameClaim: null,
  lastNameClaim: null,
  emailClaim: null,
  createsUsers: false,
  clientId: null,
  scopes: defaultScopes,
};

/** The settings after a change: null clears one, and an omitted one keeps its value. */
export const tokenSettings = (
  { issuer, audiences, canCreateUsers, clientId, scopes, ...claims }: TokenSettingsInput,
  current: StoredSettings = noTokens,
): TokenSettings => ({
  issuer: (issuer === undefined ? current.issuer : issuer) ?? null,
  audiences: audiences === undefined ? current.audiences : (audiences ?? []),
  groupsClaim: afterChange(claims.groupsClaim, current.groupsClaim),
  usernameClaim: afterChange(claims.usernameClaim, current.usernameClaim),
  firstNameClaim: afterChange(claims.firstNameClaim, current.firstNameClaim),
  lastNameClaim: afterChange(claims.lastNameClaim, current.lastNameClaim),
  emailClaim: afterChange(claims.emailClaim, current.emailClaim),
  createsUsers: canCreateUsers === undefined ? current.createsUsers : (canCreateUsers ?? false),
  clientId: (clientId === undefined ? current.clientId : clientId) ?? null,
  scopes: scopes === undefined ? current.scopes : (scopes ?? defaultScopes),
});

const afterChange = (given: string | null | undefined, current: string | null | undefined): string | null =>
  (given === undefined ? current : given) ?? null;
