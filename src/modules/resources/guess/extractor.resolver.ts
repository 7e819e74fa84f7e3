import { Ctx, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { extractors } from '#engine/extractors/registry.ts';
import { requireConfigurationRight } from '#access/index.ts';
import { ExtractorType } from './extractor.type.ts';

@Resolver()
export class ExtractorResolver {
  @Query(() => [ExtractorType], {
    nullable: true,
    description:
      'The formats that records can be read from. For callers who may not edit any dataset, the field is null with an error.',
  })
  async extractors(@Ctx() ctx: RequestContext) {
    return requireConfigurationRight(ctx, () => extractors);
  }
}
