import type { CatalogModule } from '../../api/catalog-module.ts';
import { ApiKeyEntity } from './api-key.entity.ts';
import { ApiKeyResolver } from './api-key.resolver.ts';
import { GroupEntity, MembershipEntity } from './group.entity.ts';
import { GroupResolver } from './group.resolver.ts';
import { identityRoots } from './identity-roots.ts';
import { apiKeys, groups, users } from './identity.source.ts';
import { UserEntity } from './user.entity.ts';
import { UserResolver } from './user.resolver.ts';
import { ViewerResolver } from './viewer.resolver.ts';

export { RelatedGroup } from './related-group.type.ts';
export { RelatedUser, relatedUsers } from './related-user.type.ts';
export { readDomainRights, sessionOfUser, type DomainRights } from './domain-rights.ts';
export { PermissionEnum } from './permission.type.ts';
export { requireValidKey, lockCurrentKey, withValidKey } from './current-key.ts';
export { callerAsDefiner, definedByCaller, sessionOfDefiner, type Definer, type Definers } from './definer.ts';
export {
  currentKey,
  renewSession,
  createSessionLookup,
  withCurrentRights,
  type KeyRow,
  type FindSession,
} from './session-of-key.ts';
export { storeKey } from './api-keys.service.ts';
export { GroupEntity, MembershipEntity, UserEntity };

/** Who asks: users, groups, and their keys. */
export const identityModule: CatalogModule = {
  name: 'identity',
  entities: [UserEntity, GroupEntity, MembershipEntity, ApiKeyEntity],
  resolvers: [ViewerResolver, UserResolver, GroupResolver, ApiKeyResolver],
  sources: [users, groups, apiKeys],
  roots: Object.values(identityRoots),
};
