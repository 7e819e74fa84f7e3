import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import type { Row } from '../../api/reading/source.ts';
import { guessFormats, guessParameters } from './guess-from-source.ts';
import { ExtractorGuess, ExtractorParamsGuess } from './guess.type.ts';
import { Resource } from './resource.type.ts';
import { savedSource } from './saved-source.ts';
import { GuessExtractorParamsInput, GuessExtractorsInput } from './guess.inputs.ts';
import { sourceToGuess } from './unsaved-source.ts';

/** Guesses from sources, of resources saved or not, how they are read. */
@Resolver(() => Resource)
export class GuessResolver {
  @Query(() => [ExtractorGuess], {
    nullable: true,
    description:
      'The formats that a source may have, the likeliest first. Null, with an error, for those who may not edit the dataset.',
  })
  async guessExtractors(
    @Arg('input', () => GuessExtractorsInput, { description: 'The source.' }) input: GuessExtractorsInput,
    @Ctx() ctx: RequestContext,
  ) {
    return guessFormats(ctx, await sourceToGuess(ctx, input));
  }

  @Query(() => ExtractorParamsGuess, {
    nullable: true,
    description:
      'Parameters with which an extractor reads a source well. Null, with an error, for those who may not edit the dataset.',
  })
  async guessExtractorParams(
    @Arg('input', () => GuessExtractorParamsInput, { description: 'The source and the extractor.' })
    input: GuessExtractorParamsInput,
    @Ctx() ctx: RequestContext,
  ) {
    return guessParameters(ctx, await sourceToGuess(ctx, input), input.type);
  }

  @FieldResolver(() => [ExtractorGuess], { description: 'The formats that its source may have, the likeliest first.' })
  async guessedExtractors(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return guessFormats(ctx, await savedSource(ctx, resource));
  }

  @FieldResolver(() => ExtractorParamsGuess, {
    description: 'Parameters with which its extractor reads its source well.',
  })
  async guessedExtractorParams(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return guessParameters(ctx, await savedSource(ctx, resource), resource.type);
  }
}
