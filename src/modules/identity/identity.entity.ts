import { defineEntity, p } from '@mikro-orm/core';
import type { Permission } from '#api/session.ts';
import type { ExploreLimits } from './explore-limits.type.ts';

/** A person or a program that uses API keys. */
const userSchema = defineEntity({
  name: 'User',
  tableName: 'user_account',
  properties: {
    username: p.string().primary(),
    permissions: p.array().$type<Permission[]>().columnType('text[]').defaultRaw(`'{}'`),
    isActive: p.boolean().default(true),
    firstName: p.text().default(''),
    lastName: p.text().default(''),
    /** Empty without one; no two users have the same one, in any case. */
    email: p.text().default(''),
    /** When the account ends; null for never. */
    expiresAt: p.datetime().nullable(),
    exploreLimits: p.json<ExploreLimits>().defaultRaw(`'{}'`),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [
    { properties: ['createdAt', 'username'] },
    {
      name: 'user_account_email_unique',
      expression: `create unique index "user_account_email_unique" on "user_account" (lower("email")) where "email" <> ''`,
    },
  ],
});
export class UserEntity extends userSchema.class {}
userSchema.setClass(UserEntity);

/** When a user was last there. A table of its own, because changes of users end streams and are rare. */
const activitySchema = defineEntity({
  name: 'UserActivity',
  tableName: 'user_activity',
  properties: {
    user: () => p.manyToOne(UserEntity).primary().joinColumn('username').deleteRule('cascade'),
    /** A request with a credential of the user, within some minutes. */
    lastSeenAt: p.datetime().nullable(),
    lastLoginAt: p.datetime().nullable(),
  },
});
export class UserActivityEntity extends activitySchema.class {}
activitySchema.setClass(UserActivityEntity);

/** The types of sign-in providers, in the order of lists (docs/contract/specification.md 4.7): a national federation, SAML 2.0, OpenID Connect. */
export const providerTypes = ['GOVSSO', 'SAML', 'OIDC'] as const;

/** The type of a sign-in provider. */
export type ProviderType = (typeof providerTypes)[number];

/** A sign-in provider of the portal, and what its tokens must say to be accepted. */
const identityProviderSchema = defineEntity({
  name: 'IdentityProvider',
  tableName: 'identity_provider',
  properties: {
    uid: p.string().primary(),
    type: p.text().$type<ProviderType>(),
    /** The position of the provider's type in lists. */
    place: p.integer(),
    name: p.text(),
    loginLink: p.text(),
    /** The text of the login link by language. */
    labels: p.json<Readonly<Record<string, string>>>(),
    isDefaultLogin: p.boolean().default(false),
    isActive: p.boolean().default(true),
    /** The issuer whose tokens are accepted; null for a provider whose tokens are not. */
    issuer: p.text().nullable().unique(),
    /** The audiences of which a token must have one. */
    audiences: p.array().columnType('text[]').defaultRaw(`'{}'`),
    /** The claim that names the groups of a person; null where tokens name none. */
    groupsClaim: p.text().nullable(),
    /** The claims that name a new user, and that give the names and the address; null for the standard ones (claimed-profile.ts). */
    usernameClaim: p.text().nullable(),
    firstNameClaim: p.text().nullable(),
    lastNameClaim: p.text().nullable(),
    emailClaim: p.text().nullable(),
    /** Whether the first token of a person creates a user. */
    createsUsers: p.boolean().default(false),
    /** The service as a client of the provider; null where people do not sign in here with it. */
    clientId: p.text().nullable(),
    /** The secret of the client, encrypted; null for a public client. */
    clientSecret: p.text().nullable(),
    /** What is asked for besides `openid` when a person signs in. */
    scopes: p.array().columnType('text[]').defaultRaw(`'{profile,email}'`),
  },
  indexes: [{ properties: ['place', 'name', 'uid'] }],
  uniques: [{ properties: ['isDefaultLogin'], where: 'is_default_login' }],
});
export class IdentityProviderEntity extends identityProviderSchema.class {}
identityProviderSchema.setClass(IdentityProviderEntity);

/** A group of users who have the same rights, identified by a slug such as `content_designers`. */
const groupSchema = defineEntity({
  name: 'Group',
  tableName: 'user_group',
  properties: {
    uid: p.string().primary(),
    title: p.text(),
    description: p.text().default(''),
    permissions: p.array().$type<Permission[]>().columnType('text[]').defaultRaw(`'{}'`),
    exploreLimits: p.json<ExploreLimits>().defaultRaw(`'{}'`),
    createdBy: () => p.manyToOne(UserEntity).joinColumn('created_by').nullable().deleteRule('set null').index(),
    updatedBy: () => p.manyToOne(UserEntity).joinColumn('updated_by').nullable().deleteRule('set null').index(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
});
export class GroupEntity extends groupSchema.class {}
groupSchema.setClass(GroupEntity);

/** The membership of a user in a group. */
const membershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'membership',
  properties: {
    user: () => p.manyToOne(UserEntity).primary().joinColumn('username').deleteRule('cascade'),
    group: () => p.manyToOne(GroupEntity).primary().joinColumn('group_uid').deleteRule('cascade').index(),
    /** The provider whose token named the group, and whose next token may end the membership; null for one that an administrator gave. */
    provider: () =>
      p.manyToOne(IdentityProviderEntity).joinColumn('provider_uid').deleteRule('cascade').nullable().index(),
  },
});
export class MembershipEntity extends membershipSchema.class {}
membershipSchema.setClass(MembershipEntity);

/** An API key of a user. Only the SHA-256 of its text is stored. */
const apiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    uid: p.string().primary(),
    label: p.text().default(''),
    owner: () => p.manyToOne(UserEntity).joinColumn('username').deleteRule('cascade').index(),
    hash: p.string().length(64).unique(),
    /** The scopes of the key; null for all rights of its owner. */
    permissions: p.array().$type<Permission[]>().columnType('text[]').nullable(),
    /** Whether the key changes nothing. */
    isReadOnly: p.boolean().default(false),
    /** The uids of the datasets that the key is limited to, which may have been deleted; null for a key without this limit. */
    datasets: p.array().columnType('text[]').nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    /** Why the key was revoked; empty where no reason was given. */
    revocationReason: p.text().default(''),
  },
});
export class ApiKeyEntity extends apiKeySchema.class {}
apiKeySchema.setClass(ApiKeyEntity);

/** The account of a user at a sign-in provider, by which the tokens of the provider identify the user. */
const externalIdentitySchema = defineEntity({
  name: 'ExternalIdentity',
  tableName: 'external_identity',
  properties: {
    uid: p.string().primary(),
    provider: () => p.manyToOne(IdentityProviderEntity).joinColumn('provider_uid').deleteRule('cascade'),
    /** The claim `sub`, which the provider gives to no one else, unlike names and e-mail addresses. */
    subject: p.text(),
    user: () => p.manyToOne(UserEntity).joinColumn('username').deleteRule('cascade'),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When the newest token that was seen was issued; its groups are those of the user. Null before the first. */
    tokenIssuedAt: p.datetime().nullable(),
    /** The names and the address that the provider gave last. What differs from them was changed here. */
    profile: p.json<Readonly<Record<string, string>>>().defaultRaw(`'{}'`),
  },
  uniques: [{ properties: ['provider', 'subject'] }, { properties: ['user', 'provider'] }],
});
export class ExternalIdentityEntity extends externalIdentitySchema.class {}
externalIdentitySchema.setClass(ExternalIdentityEntity);

/** A person who has signed in with a browser. Only the SHA-256 of the token in the cookie is stored. */
const signInSessionSchema = defineEntity({
  name: 'SignInSession',
  tableName: 'sign_in_session',
  properties: {
    uid: p.string().primary(),
    hash: p.string().length(64).unique(),
    user: () => p.manyToOne(UserEntity).joinColumn('username').deleteRule('cascade'),
    /** The account by which the person signed in, and with it the provider; null for a session that an invitation began. */
    identity: () => p.manyToOne(ExternalIdentityEntity).joinColumn('identity_uid').nullable().deleteRule('cascade'),
    /** What the browser said it is, so that the person recognizes the session; null for sessions of earlier versions. */
    userAgent: p.text().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The last request, to the minute. */
    lastSeenAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime().index(),
  },
  indexes: [{ properties: ['identity', 'createdAt'] }, { properties: ['user', 'createdAt'] }],
});
export class SignInSessionEntity extends signInSessionSchema.class {}
signInSessionSchema.setClass(SignInSessionEntity);

/** What became of the mail of an invitation: there is none, it waits for the mail server, was handed over, or was refused. */
export const invitationMailStatuses = ['NONE', 'WAITING', 'SENT', 'FAILED'] as const;

/** What became of the mail of an invitation. */
export type InvitationMailStatus = (typeof invitationMailStatuses)[number];

/** The one invitation of a user, until it is redeemed. The secret of its link is derived from the uid, and only the SHA-256 of it is stored. */
const invitationSchema = defineEntity({
  name: 'Invitation',
  tableName: 'invitation',
  properties: {
    user: () => p.manyToOne(UserEntity).primary().joinColumn('username').deleteRule('cascade'),
    /** Differs for each invitation. */
    uid: p.uuid(),
    hash: p.string().length(64).unique(),
    /** The address of the service in the link. */
    address: p.text(),
    /** The language of the mail, as an ISO 639-1 code; null for that of the portal. */
    language: p.text().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().index(),
    mailStatus: p.string().$type<InvitationMailStatus>(),
    mailAttempts: p.integer().default(0),
    /** When the mail is sent, or sent again; null where it is not. */
    mailDueAt: p.datetime().nullable(),
    /** Why the last attempt failed; null where none has. */
    mailError: p.text().nullable(),
  },
  indexes: [
    {
      name: 'invitation_mail_due_at_index',
      expression: `create index "invitation_mail_due_at_index" on "invitation" ("mail_due_at") where "mail_due_at" is not null`,
    },
  ],
});
export class InvitationEntity extends invitationSchema.class {}
invitationSchema.setClass(InvitationEntity);
