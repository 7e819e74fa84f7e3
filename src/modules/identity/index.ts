import type { CatalogModule } from '../../api/catalog-module.ts';
import { ApiKeyEntity } from './keys/api-key.entity.ts';
import { ApiKeyResolver } from './keys/api-key.resolver.ts';
import { GroupEntity, MembershipEntity } from './groups/group.entity.ts';
import { GroupResolver } from './groups/group.resolver.ts';
import { identityRoots } from './identity-roots.ts';
import { apiKeys, groups, users } from './identity.source.ts';
import { UserEntity } from './users/user.entity.ts';
import { UserResolver } from './users/user.resolver.ts';
import { ViewerResolver } from './users/viewer.resolver.ts';

export { RelatedGroup } from './groups/group.type.ts';
export { RelatedUser, relatedUsers } from './users/related-user.type.ts';
export { readDomainRights, sessionOfUser, type DomainRights } from './rights/domain-rights.ts';
export { PermissionEnum } from './rights/permission.type.ts';
export { requireValidKey, lockCurrentKey, withAuditEntry, withValidKey } from './keys/current-key.ts';
export { callerAsDefiner, definerColumns, sessionOfDefiner, type Definer, type Definers } from './rights/definer.ts';
export {
  currentKeyColumn,
  renewSession,
  createSessionLookup,
  withCurrentRights,
  type KeyRow,
  type FindSession,
} from './keys/session-of-key.ts';
export { storeKey } from './keys/api-keys.service.ts';
export { GroupEntity, MembershipEntity, UserEntity };

/** Users, groups, and their keys. */
export const identityModule: CatalogModule = {
  name: 'identity',
  entities: [UserEntity, GroupEntity, MembershipEntity, ApiKeyEntity],
  resolvers: [ViewerResolver, UserResolver, GroupResolver, ApiKeyResolver],
  sources: [users, groups, apiKeys],
  roots: Object.values(identityRoots),
};
