import type { CatalogModule } from '../../api/catalog-module.ts';
import { IdentityProviderEntity } from './identity-provider.entity.ts';
import { IdentityProviderResolver } from './identity-provider.resolver.ts';
import { identityProviders, providerRoots } from './identity-provider.source.ts';

/** The sign-in providers of the portal. */
export const providersModule: CatalogModule = {
  name: 'providers',
  entities: [IdentityProviderEntity],
  resolvers: [IdentityProviderResolver],
  sources: [identityProviders],
  roots: Object.values(providerRoots),
};
