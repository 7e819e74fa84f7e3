import type { CatalogModule } from '../../api/catalog-module.ts';
import { ApiKeyEntity } from './api-key.entity.ts';
import { GroupEntity, MembershipEntity } from './group.entity.ts';
import { UserEntity } from './user.entity.ts';

export { RelatedUser, relatedUsers } from './related-user.type.ts';
export { sessionOfKey } from './session-of-key.ts';
export { storeKey, type NewKey } from './api-keys.service.ts';
export { ApiKeyEntity, GroupEntity, MembershipEntity, UserEntity };

/** Who asks: users, groups, and their keys. */
export const identityModule: CatalogModule = {
  name: 'identity',
  entities: [UserEntity, GroupEntity, MembershipEntity, ApiKeyEntity],
  resolvers: [],
  sources: [],
};
