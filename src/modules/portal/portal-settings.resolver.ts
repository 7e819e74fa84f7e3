import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { PortalSettingsPayload, UpdatePortalSettingsInput } from './portal-settings.type.ts';
import { updatePortalSettings } from './update-portal-settings.ts';

@Resolver()
export class PortalSettingsResolver {
  @Mutation(() => PortalSettingsPayload, { description: 'Changes the portal settings; needs `administer`.' })
  async updatePortalSettings(
    @Arg('input', () => UpdatePortalSettingsInput, { description: 'The change.' }) input: UpdatePortalSettingsInput,
    @Ctx() ctx: RequestContext,
  ) {
    return { portalSettings: await updatePortalSettings(ctx, input) };
  }
}
