import { TakesInput } from '#api/types/change.inputs.ts';
import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { ParameterValue } from '#api/types/parameter.type.ts';
import type { Row } from '#api/reading/type-source.ts';
import { extractorParameters } from './resource.source.ts';
import { guessFormats, guessParameters } from './guess-format.ts';
import { ExtractorGuess, ExtractorParamsGuess, ExtractorType, nullWhereUnreadable, Resource } from './resource.type.ts';
import { createReaderForGuess, createSavedReader } from './resource-reader.ts';
import { GuessExtractorParamsInput, GuessExtractorsInput } from './resource.inputs.ts';
import { extractors } from '#engine/extractors/registry.ts';
import { requireConfigurationRight } from '#access/index.ts';

/** Guesses the extractor and its parameters from the bytes of a source, saved or not. */
@Resolver(() => Resource)
export class GuessResolver {
  @Query(() => [ExtractorGuess], {
    nullable: true,
    description:
      'The possible formats of a source, the likeliest first. Needs the right to edit the dataset, else null with an error.',
  })
  @TakesInput(() => GuessExtractorsInput, 'The source.')
  async guessExtractors(input: GuessExtractorsInput, ctx: RequestContext) {
    return guessFormats(ctx, await createReaderForGuess(ctx, input));
  }

  @Query(() => ExtractorParamsGuess, {
    nullable: true,
    description:
      'The likeliest parameters for reading a source with an extractor. Needs the right to edit the dataset, else null with an error.',
  })
  @TakesInput(() => GuessExtractorParamsInput, 'The source and the extractor.')
  async guessExtractorParams(input: GuessExtractorParamsInput, ctx: RequestContext) {
    return guessParameters(ctx, await createReaderForGuess(ctx, input), input.type);
  }

  @FieldResolver(() => [ExtractorGuess], {
    nullable: true,
    description: `The possible formats of the source, the likeliest first. ${nullWhereUnreadable}`,
  })
  async guessedExtractors(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return guessFormats(ctx, await createSavedReader(ctx, resource));
  }

  @FieldResolver(() => ExtractorParamsGuess, {
    nullable: true,
    description: `The likeliest parameters of the extractor. ${nullWhereUnreadable}`,
  })
  async guessedExtractorParams(@Root() resource: Row<Resource>, @Ctx() ctx: RequestContext) {
    return guessParameters(ctx, await createSavedReader(ctx, resource), resource.type);
  }
}

@Resolver(() => ExtractorParamsGuess)
export class ExtractorParamsGuessResolver {
  @FieldResolver(() => [ParameterValue], {
    description: "The extractor's parameters, in its order, with guessed values.",
  })
  parameters(@Root() { extractor, params }: ExtractorParamsGuess) {
    return extractorParameters(extractor, params);
  }
}

@Resolver()
export class ExtractorResolver {
  @Query(() => [ExtractorType], {
    nullable: true,
    description:
      'The formats that records can be read from. Needs the right to edit a dataset, else null with an error.',
  })
  async extractors(@Ctx() ctx: RequestContext) {
    return requireConfigurationRight(ctx, () => extractors);
  }
}
