import { ID } from 'type-graphql';
import { computed, relation, root } from '#api/reading/declare-fields.ts';
import { caller } from '#api/session.ts';
import { equalTo, listCriteria, oneOf, titleWords } from '#api/reading/declare-list.ts';
import { titleMatches } from '#api/reading/title-search.ts';
import { source, byCreation } from '#api/reading/declare-source.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { LocalizedText, localizedTexts } from '#api/types/typed-value.type.ts';
import { sql, sqlName, sqlText } from '#kernel/sql.ts';
import { pickLanguage } from '#kernel/language.ts';
import { startsSignIn } from './provision-user.ts';
import { belongsToCaller, users, viewers, visibleToAdministratorsOr } from './identity.source.ts';
import { ExternalIdentity, IdentityProvider, IdentityProviderType } from './identity-provider.type.ts';

/** The default language of the portal. */
const defaultLanguage = sqlText('(select s.default_language from portal_setting s)');

/** A column that is null for callers without `administer`; PostgreSQL needs the type where the null becomes JSON. */
const forAdministrators =
  (column: string, type: 'text' | 'text[]' | 'boolean'): ColumnExpression =>
  (provider, { permissions }) =>
    permissions.has('administer') ? sql`${provider}.${sqlName(column)}` : sqlText(`null::${type}`);

/** Providers by type, then by name, ties by uid (docs/contract/specification.md 4.7). Inactive providers are visible only to administrators. */
export const identityProviders = source(IdentityProvider, {
  table: 'identity_provider',
  key: 'uid',
  columns: {
    labelsByLanguage: 'labels',
    issuer: forAdministrators('issuer', 'text'),
    audiences: forAdministrators('audiences', 'text[]'),
    groupsClaim: forAdministrators('groups_claim', 'text'),
    usernameClaim: forAdministrators('username_claim', 'text'),
    firstNameClaim: forAdministrators('first_name_claim', 'text'),
    lastNameClaim: forAdministrators('last_name_claim', 'text'),
    emailClaim: forAdministrators('email_claim', 'text'),
    canCreateUsers: forAdministrators('creates_users', 'boolean'),
    signInUrl: (provider) =>
      sql`case when ${startsSignIn(provider)} then concat(${caller.address}, '/sign-in/', ${provider}.uid) end`,
    clientId: forAdministrators('client_id', 'text'),
    hasClientSecret: (provider, { permissions }) =>
      permissions.has('administer') ? sql`${provider}.client_secret is not null` : sqlText('null::boolean'),
    scopes: forAdministrators('scopes', 'text[]'),
    defaultLanguage: () => defaultLanguage,
  },
  order: {
    by: [
      { column: 'place', type: 'integer' },
      { column: 'name', type: 'text' },
      { column: 'uid', type: 'text' },
    ],
  },
  visible: visibleToAdministratorsOr((provider) => sql`${provider}.is_active`),
});

computed({
  source: identityProviders,
  field: 'labels',
  type: () => [LocalizedText],
  description: 'The text of the link in each language.',
  needs: ['labelsByLanguage'],
  value: ({ labelsByLanguage }) => localizedTexts(labelsByLanguage),
});

computed({
  source: identityProviders,
  field: 'loginLinkLabel',
  type: () => String,
  description: "The text of the link in the requested language, else the portal's default language, else any.",
  args: { language: { type: String, nullable: true, description: 'The language, as an ISO 639-1 code.' } },
  needs: ['labelsByLanguage', 'defaultLanguage'],
  value: ({ labelsByLanguage, defaultLanguage }, { language }: { language?: string | null }) =>
    pickLanguage(labelsByLanguage, [language, defaultLanguage]),
  inSql: {
    isKnown: (provider) => sql`${provider}.labels <> '{}'`,
    value: (provider, { language }) => sql`coalesce(
      ${language === undefined ? sqlText('null') : sql`${provider}.labels ->> ${language}::text`},
      ${provider}.labels ->> ${defaultLanguage},
      (select label.value from jsonb_each_text(${provider}.labels) label limit 1))`,
  },
});

/** How sign-in providers are found. */
const providerList = listCriteria({
  source: identityProviders,
  name: 'IdentityProvider',
  items: 'providers',
  filter: {
    name: titleWords((words, provider) => titleMatches(sql`${provider}.name`, words), 'name'),
    type: oneOf('type', () => [IdentityProviderType], 'Users sign in in one of these ways.'),
    isActive: equalTo('is_active', () => Boolean, 'Only active providers, or only inactive ones.'),
  },
});

/** The root fields that read sign-in providers. */
export const providerRoots = [
  root({
    field: 'identityProviders',
    source: identityProviders,
    returns: 'page',
    list: providerList,
    description:
      'The sign-in providers: the national federation first, then SAML, then OIDC, each by name. Needs no key; inactive providers need `administer`.',
  }),
  root({
    field: 'identityProvider',
    source: identityProviders,
    returns: 'one',
    description: 'The provider with this uid; null when none is visible to you.',
    keys: { uid: [ID, 'The uid of the provider.'] },
  }),
];

/** Identities in order of linking, ties by uid, visible to administrators and to the user. */
export const externalIdentities = source(ExternalIdentity, {
  table: 'external_identity',
  key: 'uid',
  order: byCreation,
  visible: visibleToAdministratorsOr(belongsToCaller),
});

relation({
  from: users,
  field: 'identities',
  to: externalIdentities,
  on: ['username', 'username'],
  returns: 'page',
  description: "The user's accounts at sign-in providers, in order of linking.",
});

/** The identity by which the caller has signed in. */
const identitiesInUse = source(ExternalIdentity, {
  table: 'external_identity',
  key: 'uid',
  order: byCreation,
  visible: (_session, identity) => sql`${identity}.uid = ${caller.identityUid} and ${belongsToCaller(identity)}`,
});
relation({
  from: viewers,
  field: 'identity',
  to: identitiesInUse,
  on: ['username', 'username'],
  returns: 'one',
  description: 'The account at a sign-in provider by which the caller has signed in; null with an API key.',
});
const toProvider = {
  field: 'provider',
  to: identityProviders,
  on: ['provider_uid', 'uid'],
  returns: 'one',
  isForeignKey: true,
} as const;
relation({ from: identitiesInUse, ...toProvider });
relation({
  from: externalIdentities,
  ...toProvider,
  description: 'The provider of the account; null where it was deleted, or is inactive and hidden from you.',
});
