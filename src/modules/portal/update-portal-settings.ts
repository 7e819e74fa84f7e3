import type { RequestContext } from '../../api/context.ts';
import { requirePermission } from '../../api/session.ts';
import { inTransaction } from '../../api/transaction.ts';
import { PortalSettingEntity } from './portal-setting.entity.ts';
import type { PortalSettings, UpdatePortalSettingsInput } from './portal-settings.type.ts';

/** Changes what the input names, with effect at once, and answers all settings; fails UNAUTHORIZED, and PERMISSION_DENIED without `administer`. */
export async function updatePortalSettings(ctx: RequestContext, { isFeedbackEnabled }: UpdatePortalSettingsInput): Promise<PortalSettings> {
  requirePermission(ctx.session, 'administer');
  return inTransaction(ctx, async ({ em }) => {
    const settings = await em.findOneOrFail(PortalSettingEntity, { id: 1 });
    if (isFeedbackEnabled !== undefined) settings.isFeedbackEnabled = isFeedbackEnabled ?? false;
    return { isFeedbackEnabled: settings.isFeedbackEnabled };
  });
}
