import { root } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import { sqlText } from '#kernel/sql.ts';
import { PortalSettings } from './portal-settings.type.ts';

/** The single row of settings, which is public. */
export const portalSettings = source(PortalSettings, {
  table: 'portal_setting',
  key: 'id',
  order: { by: [{ column: 'id', type: 'integer' }] },
  visible: () => sqlText('true'),
});

/** The root field that reads the settings of the portal. */
export const portalSettingsRoot = root({
  field: 'portalSettings',
  source: portalSettings,
  returns: 'one',
  isRequired: true,
  description: 'The portal settings; needs no key.',
});
