import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { Declares } from '#api/errors/declares.ts';
import { deletionPayload } from '#api/node.type.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { lazyObject } from '#kernel/json.ts';
import { themeImages } from './theme-image.source.ts';
import {
  DeleteThemeImageInput,
  DeleteThemeImagePayload,
  ThemeImage,
  ThemeImagePayload,
  UploadThemeImageInput,
} from './theme-image.type.ts';
import { deleteThemeImage, uploadThemeImage } from './theme-images.service.ts';

@Resolver(() => ThemeImage)
export class ThemeImageResolver {
  @Mutation(() => ThemeImagePayload, {
    description: 'Uploads an image for pages and the look of the portal. It stays until it is deleted.',
  })
  @Declares({ needs: 'edit_page, create_page or edit_theme', fails: ['BAD_REQUEST', 'PAYLOAD_TOO_LARGE'] })
  @TakesInput(() => UploadThemeImageInput, 'The image.')
  async uploadThemeImage(input: UploadThemeImageInput, ctx: RequestContext) {
    return imagePayload(ctx, await uploadThemeImage(ctx, input.file));
  }

  @Mutation(() => DeleteThemeImagePayload, { description: 'Deletes an image. Pages that refer to it show none.' })
  @Declares({ needs: 'edit_page, create_page or edit_theme', fails: ['NOT_FOUND'] })
  @TakesInput(() => DeleteThemeImageInput, 'The object to act on.')
  async deleteThemeImage(input: DeleteThemeImageInput, ctx: RequestContext) {
    return deletionPayload('ThemeImage', await deleteThemeImage(ctx, input.name), 'name');
  }
}

const imagePayload = (ctx: RequestContext, name: string) =>
  lazyObject({
    themeImage: lazyRow(ctx, themeImages, { name }),
    themeImageEdge: lazyEdge(ctx, themeImages, { name }),
  });
