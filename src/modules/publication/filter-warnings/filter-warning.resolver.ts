import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { Dataset } from '#datasets/index.ts';
import { FilterWarning } from './filter-warning.type.ts';
import { loadFilterWarnings } from './filter-warnings.ts';

@Resolver(() => Dataset)
export class FilterWarningResolver {
  @FieldResolver(() => [FilterWarning], {
    description:
      'The row filters of the default security and of rulesets that match no record now, or will match none after the next publication, because they name a missing field or compare a field in an unsupported way; and their visible fields that do not exist.',
  })
  filterWarnings(@Root() dataset: Dataset, @Ctx() ctx: RequestContext) {
    return loadFilterWarnings(ctx, dataset.uid);
  }
}
