import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { Resource } from '#resources/index.ts';
import { previewSaved, previewUnsaved } from './preview-records.ts';
import { PreviewResourceInput, whereDescription } from './preview.inputs.ts';
import { ResourcePreview } from './preview.type.ts';

@Resolver(() => Resource)
export class PreviewResolver {
  @Query(() => ResourcePreview, {
    nullable: true,
    description:
      'The first records of an unsaved resource. For callers who may not edit the dataset, the field is null with an error.',
  })
  previewResource(
    @Arg('input', () => PreviewResourceInput, { description: 'The source and its extractor.' })
    input: PreviewResourceInput,
    @Ctx() ctx: RequestContext,
  ) {
    return previewUnsaved(ctx, input);
  }

  @FieldResolver(() => ResourcePreview, { description: 'The first records of the resource.' })
  preview(
    @Root() resource: Row<Resource>,
    @Arg('where', () => String, { nullable: true, description: whereDescription }) where: string | null,
    @Ctx() ctx: RequestContext,
  ) {
    return previewSaved(ctx, resource, where);
  }
}
