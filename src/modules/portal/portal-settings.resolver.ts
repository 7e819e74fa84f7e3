import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { readRoot } from '#api/reading/read.ts';
import { portalSettingsRoot } from './portal-settings.source.ts';
import { PortalSettings, PortalSettingsPayload, UpdatePortalSettingsInput } from './portal-settings.type.ts';
import { updatePortalSettings } from './update-portal-settings.ts';

@Resolver()
export class PortalSettingsResolver {
  @Query(() => PortalSettings, { description: 'The portal settings; needs no key.' })
  portalSettings(@Ctx() ctx: RequestContext) {
    return readRoot(ctx, portalSettingsRoot);
  }

  @Mutation(() => PortalSettingsPayload, { description: 'Changes the portal settings; needs `administer`.' })
  async updatePortalSettings(
    @Arg('input', () => UpdatePortalSettingsInput, { description: 'The change.' }) input: UpdatePortalSettingsInput,
    @Ctx() ctx: RequestContext,
  ) {
    return { portalSettings: await updatePortalSettings(ctx, input) };
  }
}
