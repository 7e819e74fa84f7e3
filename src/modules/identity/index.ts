import type { CatalogModule } from '#api/catalog-module.ts';
import {
  ApiKeyEntity,
  ExternalIdentityEntity,
  GroupEntity,
  IdentityProviderEntity,
  InvitationEntity,
  MembershipEntity,
  SignInSessionEntity,
  UserActivityEntity,
  UserEntity,
} from './identity.entity.ts';
import { ApiKeyResolver } from './api-key.resolver.ts';
import { apiKeyRoots } from './api-key.source.ts';
import { DeletionPreviewResolver } from './deletion-preview.resolver.ts';
import { GroupResolver } from './group.resolver.ts';
import { apiKeys, groups, identityRoots, users } from './identity.source.ts';
import { IdentityProviderResolver } from './identity-provider.resolver.ts';
import { externalIdentities, identityProviders, providerRoots } from './identity-provider.source.ts';
import { ExternalIdentityResolver } from './external-identity.resolver.ts';
import { sendInvitationsJob } from './invitation.job.ts';
import { InvitationResolver } from './invitation.resolver.ts';
import './invitation.source.ts';
import { SignInSessionResolver } from './sign-in-session.resolver.ts';
import { sessionRoots, signInSessions } from './sign-in-session.source.ts';
import { deleteEndedSessionsJob } from './sign-in.job.ts';
import { UserResolver } from './user.resolver.ts';

export { PermissionEnum, RelatedGroup, RelatedUser, userRelation } from './identity.type.ts';
export {
  callerAsDefiner,
  type Definer,
  definerColumns,
  type Definers,
  type DomainRights,
  readDomainRights,
  sessionOfDefiner,
  sessionOfUser,
} from './definer.ts';
export { requireValidKey, lockCurrentKey, withAuditEntry, withValidKey } from './valid-key.ts';
export {
  createSessionLookup,
  type Credential,
  type CredentialRow,
  currentCredentialColumn,
  type FindSession,
  renewSession,
  withCurrentRights,
} from './session-lookup.ts';
export { endOtherSessions, endSession, signOut } from './sessions.service.ts';
export { createSignIn, type SignIn } from './sign-in.service.ts';
export { findFirstInvitation, redeemInvitation, storeFirstInvitation } from './invitations.service.ts';
export { storeKey } from './api-keys.service.ts';
export { RelatedGroupInput, RelatedUserInput } from './user-fields.inputs.ts';
export { GroupEntity, MembershipEntity, UserEntity };

/** Users, groups, their keys, and the sign-in providers. */
export const identityModule: CatalogModule = {
  name: 'identity',
  entities: [
    UserEntity,
    UserActivityEntity,
    GroupEntity,
    MembershipEntity,
    ApiKeyEntity,
    IdentityProviderEntity,
    ExternalIdentityEntity,
    SignInSessionEntity,
    InvitationEntity,
  ],
  resolvers: [
    UserResolver,
    InvitationResolver,
    GroupResolver,
    ApiKeyResolver,
    IdentityProviderResolver,
    ExternalIdentityResolver,
    DeletionPreviewResolver,
    SignInSessionResolver,
  ],
  sources: [users, groups, apiKeys, identityProviders, externalIdentities, signInSessions],
  roots: [...identityRoots, ...apiKeyRoots, ...providerRoots, ...sessionRoots],
  jobs: [deleteEndedSessionsJob, sendInvitationsJob],
  encryptedColumns: [{ table: 'identity_provider', column: 'client_secret' }],
};
