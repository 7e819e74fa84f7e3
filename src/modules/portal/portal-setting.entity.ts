import { defineEntity, p } from '@mikro-orm/core';

/** The settings of the portal; the single row always exists. */
const schema = defineEntity({
  name: 'PortalSetting',
  tableName: 'portal_setting',
  properties: {
    id: p.integer().primary().autoincrement(false),
    isFeedbackEnabled: p.boolean().default(false),
    /** Whether the portal shows relations between assets. */
    isMarketplaceEnabled: p.boolean().default(false),
    /** The fallback language for missing translations, as an ISO 639-1 code. */
    defaultLanguage: p.text().default('en'),
  },
  checks: [{ name: 'portal_setting_is_one_row', expression: 'id = 1' }],
});
export class PortalSettingEntity extends schema.class {}
schema.setClass(PortalSettingEntity);
