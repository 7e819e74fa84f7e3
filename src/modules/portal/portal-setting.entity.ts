import { defineEntity, p } from '@mikro-orm/core';

/** What the portal's administrators have switched on; the one row is there from the start. */
const schema = defineEntity({
  name: 'PortalSetting',
  tableName: 'portal_setting',
  properties: {
    id: p.integer().primary().autoincrement(false),
    isFeedbackEnabled: p.boolean().default(false),
    /** Whether the portal shows how assets are related. */
    isMarketplaceEnabled: p.boolean().default(false),
    /** ISO 639-1. */
    defaultLanguage: p.text().default('en'),
  },
  checks: [{ name: 'portal_setting_is_one_row', expression: 'id = 1' }],
});
export class PortalSettingEntity extends schema.class {}
schema.setClass(PortalSettingEntity);
