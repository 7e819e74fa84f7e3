import { recordChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { requirePermission } from '#api/session.ts';
import { failFields } from '#kernel/fail.ts';
import { isLanguage } from '#kernel/language.ts';
import { withValidKey } from '#identity/index.ts';
import { PortalSettingEntity } from './portal-setting.entity.ts';
import type { PortalSettings, UpdatePortalSettingsInput } from './portal-settings.type.ts';

/** Changes the named settings, at once, and returns all. Fails UNAUTHORIZED, PERMISSION_DENIED and INVALID_INPUT. */
export async function updatePortalSettings(
  ctx: RequestContext,
  input: UpdatePortalSettingsInput,
): Promise<PortalSettings> {
  requirePermission(ctx.session, 'administer');
  const { isFeedbackEnabled, isMarketplaceEnabled, defaultLanguage } = input;
  if (defaultLanguage != null && !isLanguage(defaultLanguage))
    failFields({ defaultLanguage: ['Use an ISO 639-1 language code, such as en.'] });
  return withValidKey(ctx, async (tx) => {
    await recordChange(tx, { action: 'updatePortalSettings', type: 'PortalSettings', input }, '');
    const settings = await tx.em.findOneOrFail(PortalSettingEntity, { id: 1 });
    if (isFeedbackEnabled !== undefined) settings.isFeedbackEnabled = isFeedbackEnabled ?? false;
    if (isMarketplaceEnabled !== undefined) settings.isMarketplaceEnabled = isMarketplaceEnabled ?? false;
    if (defaultLanguage !== undefined) settings.defaultLanguage = defaultLanguage ?? 'en';
    return {
      isFeedbackEnabled: settings.isFeedbackEnabled,
      isMarketplaceEnabled: settings.isMarketplaceEnabled,
      defaultLanguage: settings.defaultLanguage,
    };
  });
}
