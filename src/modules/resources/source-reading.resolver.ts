import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import type { Row } from '../../api/reading/source.ts';
import { ExtractorGuess, ExtractorParamsGuess, ResourcePreview } from './preview.type.ts';
import { guessFormats, guessParameters, previewRecords } from './read-source.ts';
import { Resource } from './resource.type.ts';
import { savedSource } from './saved-source.ts';
import { GuessExtractorParamsInput, GuessExtractorsInput, PreviewResourceInput } from './unsaved-resource.inputs.ts';
import { sourceToGuess, sourceToPreview } from './unsaved-source.ts';

/** Looks into sources, of resources saved or not: guesses and previews. */
@Resolver(() => Resource)
export class SourceReadingResolver {
  @Query(() => [ExtractorGuess], { description: 'The formats that a source may have, the likeliest first.' })
  async guessExtractors(@Arg('input', () => GuessExtractorsInput, { description: 'The source.' }) input: GuessExtractorsInput, @Ctx() ctx: RequestContext) {
    return guessFormats(ctx, await sourceToGuess(ctx, input));
  }

  @Query(() => ExtractorParamsGuess, { description: 'Parameters with which an extractor reads a source well.' })
  async guessExtractorParams(@Arg('input', () => GuessExtractorParamsInput, { description: 'The source and the extractor.' }) input: GuessExtractorParamsInput, @Ctx() ctx: RequestContext) {
    return guessParameters(ctx, await sourceToGuess(ctx, input), input.type);
  }

  @Query(() => ResourcePreview, { description: 'The first records of a source.' })
  async previewResource(@Arg('input', () => PreviewResourceInput, { description: 'The source and how it is read.' }) input: PreviewResourceInput, @Ctx() ctx: RequestContext) {
    return previewRecords(ctx, await sourceToPreview(ctx, input), input.type, input.params ?? {});
  }

  @FieldResolver(() => [ExtractorGuess], { description: 'The formats that its source may have, the likeliest first.' })
  async guessedExtractors(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return guessFormats(ctx, await savedSource(ctx, resource));
  }

  @FieldResolver(() => ExtractorParamsGuess, { description: 'Parameters with which its extractor reads its source well.' })
  async guessedExtractorParams(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return guessParameters(ctx, await savedSource(ctx, resource), resource.type);
  }

  @FieldResolver(() => ResourcePreview, { description: 'Its first records.' })
  async preview(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return previewRecords(ctx, await savedSource(ctx, resource), resource.type, resource.params);
  }
}
