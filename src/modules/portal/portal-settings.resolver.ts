import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { PortalSettingsPayload, UpdatePortalSettingsInput } from './portal-settings.type.ts';
import { updatePortalSettings } from './update-portal-settings.ts';

@Resolver()
export class PortalSettingsResolver {
  @Mutation(() => PortalSettingsPayload, { description: 'Changes the portal settings.' })
  @Declares({ needs: 'administer', fails: [] })
  @TakesInput(() => UpdatePortalSettingsInput, 'The change.')
  async updatePortalSettings(input: UpdatePortalSettingsInput, ctx: RequestContext) {
    return { portalSettings: await updatePortalSettings(ctx, input) };
  }
}
