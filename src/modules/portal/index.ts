import type { CatalogModule } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';
import { InterfacesResolver } from './interfaces.resolver.ts';
import { PortalImageEntity, PortalSettingEntity } from './portal-setting.entity.ts';
import { PortalSettingsResolver } from './portal-settings.resolver.ts';
import { portalSettingsRoot } from './portal-settings.source.ts';

export { PortalSettings } from './portal-settings.type.ts';
export { type CatalogIdentity, readAccentColors, readCatalogIdentity } from './portal-identity.ts';
export { readPortalImage } from './portal-images.ts';
export { PortalSettingEntity };

/** The settings of the portal, and its pictures. */
export const portalModule: CatalogModule = {
  name: 'portal',
  entities: [PortalSettingEntity, PortalImageEntity],
  resolvers: [PortalSettingsResolver, InterfacesResolver],
  sources: [],
  roots: [portalSettingsRoot],
  blobReferences: [sql`select blob_key from portal_image`],
};
