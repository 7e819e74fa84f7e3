import type { CatalogModule } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';
import { InterfacesResolver } from './interfaces.resolver.ts';
import { PortalImageEntity, PortalSettingEntity } from './portal-setting.entity.ts';
import { PortalSettingsResolver } from './portal-settings.resolver.ts';
import { portalSettingsRoot } from './portal-settings.source.ts';
import { ThemeImageEntity } from './theme-image.entity.ts';
import { ThemeImageResolver } from './theme-image.resolver.ts';
import { themeImages, themeImagesRoot } from './theme-image.source.ts';

export { PortalSettings } from './portal-settings.type.ts';
export { type CatalogIdentity, readAccentColors, readCatalogIdentity } from './portal-identity.ts';
export { readPortalImage } from './portal-images.ts';
export { findThemeImage } from './theme-images.service.ts';
export { PortalSettingEntity };

/** The settings of the portal, their pictures, and the images of pages. */
export const portalModule: CatalogModule = {
  name: 'portal',
  entities: [PortalSettingEntity, PortalImageEntity, ThemeImageEntity],
  resolvers: [PortalSettingsResolver, ThemeImageResolver, InterfacesResolver],
  sources: [themeImages],
  roots: [portalSettingsRoot, themeImagesRoot],
  blobReferences: [sql`select blob_key from portal_image union all select blob_key from theme_image`],
};
