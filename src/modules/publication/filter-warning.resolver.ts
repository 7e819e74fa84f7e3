import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import { Dataset } from '../datasets/index.ts';
import { FilterWarning } from './filter-warning.type.ts';
import { filterWarnings } from './filter-warnings.ts';

@Resolver(() => Dataset)
export class FilterWarningResolver {
  @FieldResolver(() => [FilterWarning], {
    description:
      'Filters of the default security and of rulesets that name fields which the published records lack or do not compare in this way, or will lack once the field configurations are published.',
  })
  filterWarnings(@Root() dataset: Dataset, @Ctx() ctx: RequestContext) {
    return filterWarnings(ctx, dataset.uid);
  }
}
