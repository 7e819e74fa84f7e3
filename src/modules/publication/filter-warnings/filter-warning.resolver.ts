import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../../api/context.ts';
import { Dataset } from '../../datasets/index.ts';
import { FilterWarning } from './filter-warning.type.ts';
import { filterWarnings } from './filter-warnings.ts';

@Resolver(() => Dataset)
export class FilterWarningResolver {
  @FieldResolver(() => [FilterWarning], {
    description:
      'Row filters of the default security and of rulesets that match no record, because they name a missing field or compare it in an unsupported way, now or after the next publication.',
  })
  filterWarnings(@Root() dataset: Dataset, @Ctx() ctx: RequestContext) {
    return filterWarnings(ctx, dataset.uid);
  }
}
