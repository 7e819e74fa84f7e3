import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { uploadPortalImage } from './portal-images.ts';
import { PortalImagePayload, PortalSettingsPayload } from './portal-settings.type.ts';
import { UpdatePortalSettingsInput, UploadPortalImageInput } from './portal-settings.inputs.ts';
import { updatePortalSettings } from './update-portal-settings.ts';

@Resolver()
export class PortalSettingsResolver {
  @Mutation(() => PortalSettingsPayload, { description: 'Changes the portal settings.' })
  @Declares({ needs: 'administer', fails: ['REVISION_MISMATCH'] })
  @TakesInput(() => UpdatePortalSettingsInput, 'The change.')
  async updatePortalSettings(input: UpdatePortalSettingsInput, ctx: RequestContext) {
    return { portalSettings: await updatePortalSettings(ctx, input) };
  }

  @Mutation(() => PortalImagePayload, {
    description:
      'Uploads a picture for `updatePortalSettings`. The same picture again is the same one. A picture that is not in use is deleted after a day.',
  })
  @Declares({ needs: 'administer', fails: ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE'] })
  @TakesInput(() => UploadPortalImageInput, 'The picture.')
  async uploadPortalImage(input: UploadPortalImageInput, ctx: RequestContext) {
    return { image: await uploadPortalImage(ctx, input.file) };
  }
}
