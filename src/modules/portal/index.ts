import type { CatalogModule } from '#api/catalog-module.ts';
import { PortalSettingEntity } from './portal-setting.entity.ts';
import { PortalSettingsResolver } from './portal-settings.resolver.ts';
import { portalSettingsRoot } from './portal-settings.source.ts';

export { PortalSettings } from './portal-settings.type.ts';
export { PortalSettingEntity };

/** The settings of the portal. */
export const portalModule: CatalogModule = {
  name: 'portal',
  entities: [PortalSettingEntity],
  resolvers: [PortalSettingsResolver],
  sources: [],
  roots: [portalSettingsRoot],
};
