import { Arg, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import { Dataset } from '../datasets/index.ts';
import { effectiveAccess } from './effective-access.ts';
import { EffectiveAccess } from './effective-access.type.ts';

@Resolver(() => Dataset)
export class EffectiveAccessResolver {
  @FieldResolver(() => EffectiveAccess, {
    nullable: true,
    description:
      'What a person gets of the dataset, and why: of others needs the right to manage it. Null when there is no such user.',
  })
  effectiveAccess(
    @Root() dataset: Dataset,
    @Arg('username', () => String, { description: 'Who.' }) username: string,
    @Ctx() ctx: RequestContext,
  ) {
    return effectiveAccess(ctx, dataset, username);
  }
}
