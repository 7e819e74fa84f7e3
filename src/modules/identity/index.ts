import type { CatalogModule } from '#api/catalog-module.ts';
import { ApiKeyEntity } from './keys/api-key.entity.ts';
import { ApiKeyResolver } from './keys/api-key.resolver.ts';
import { GroupEntity, MembershipEntity } from './groups/group.entity.ts';
import { GroupResolver } from './groups/group.resolver.ts';
import { identityRoots } from './identity-roots.ts';
import { apiKeys, groups, users } from './identity.source.ts';
import { IdentityProviderEntity } from './providers/identity-provider.entity.ts';
import { IdentityProviderResolver } from './providers/identity-provider.resolver.ts';
import { identityProviders, providerRoots } from './providers/identity-provider.source.ts';
import { ExternalIdentityEntity } from './tokens/external-identity.entity.ts';
import { ExternalIdentityResolver, UserIdentitiesResolver } from './tokens/external-identity.resolver.ts';
import { externalIdentities } from './tokens/external-identity.source.ts';
import { UserEntity } from './users/user.entity.ts';
import { UserResolver } from './users/user.resolver.ts';
import { ViewerResolver } from './users/viewer.resolver.ts';

export { RelatedGroup } from './groups/group.type.ts';
export { RelatedUser, relatedUsers } from './users/related-user.type.ts';
export { readDomainRights, sessionOfUser, type DomainRights } from './rights/domain-rights.ts';
export { PermissionEnum } from './rights/permission.type.ts';
export { requireValidKey, lockCurrentKey, withAuditEntry, withValidKey } from './keys/current-key.ts';
export { callerAsDefiner, definerColumns, sessionOfDefiner, type Definer, type Definers } from './rights/definer.ts';
export { currentCredentialColumn, renewSession, withCurrentRights } from './sessions/current-rights.ts';
export type { CredentialRow } from './sessions/credential-row.ts';
export { createSessionLookup, type Credential, type FindSession } from './sessions/session-lookup.ts';
export { storeKey } from './keys/api-keys.service.ts';
export { GroupEntity, MembershipEntity, UserEntity };

/** Users, groups, their keys, and the sign-in providers. */
export const identityModule: CatalogModule = {
  name: 'identity',
  entities: [UserEntity, GroupEntity, MembershipEntity, ApiKeyEntity, IdentityProviderEntity, ExternalIdentityEntity],
  resolvers: [
    ViewerResolver,
    UserResolver,
    GroupResolver,
    ApiKeyResolver,
    IdentityProviderResolver,
    ExternalIdentityResolver,
    UserIdentitiesResolver,
  ],
  sources: [users, groups, apiKeys, identityProviders, externalIdentities],
  roots: [...Object.values(identityRoots), ...Object.values(providerRoots)],
};
