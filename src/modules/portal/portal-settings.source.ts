import { root, source } from '#api/reading/declare-source.ts';
import { sqlText } from '#kernel/sql.ts';
import type { PortalSettings } from './portal-settings.type.ts';

/** The single row of settings, which is public. */
export const portalSettings = source<PortalSettings>({
  type: 'PortalSettings',
  table: 'portal_setting',
  key: 'id',
  columns: {
    isFeedbackEnabled: 'is_feedback_enabled',
    isMarketplaceEnabled: 'is_marketplace_enabled',
    defaultLanguage: 'default_language',
  },
  order: { by: [{ column: 'id', type: 'integer' }] },
  visible: () => sqlText('true'),
});

/** The root field that reads the settings of the portal. */
export const portalSettingsRoot = root({ field: 'portalSettings', source: portalSettings, returns: 'one' });
